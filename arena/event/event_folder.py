"""The folder of an event that a command is about, and what was played there."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

from click.exceptions import Exit

from arena.commands import ExitStatus
from arena.console import plain_console
from arena.event import texts as words
from arena.event_files import event_file
from arena.files import Unreadable
from arena.parameters import Argument, Option
from arena.texts import HINT
from formats.fault import Fault
from formats.text import Language, Text
from tournaments.ledger import is_begun, opened
from tournaments.ledger.ledger_faults import BadLedger
from tournaments.ledger.ledger_game import everybody
from tournaments.run.tournament import Tournament, tournament_of

EventArgument = Annotated[
    str,
    Argument(
        metavar="EVENT",
        help=Text(
            "The event's .toml file, or the folder that it is kept in.",
            "Файл турнира .toml или папка, в которой он хранится.",
        ),
    ),
]

FullOption = Annotated[
    bool,
    Option(
        "--full",
        help=Text(
            "With what bots printed and wrote: for the teacher, not for the class.",
            "И то, что боты напечатали и записали: для учителя, не для класса.",
        ),
    ),
]


def folder_of(event: str) -> Path:
    """The folder of an event that has begun, named by it or by its file. Raises Unreadable."""
    path = Path(event)
    folder = path if path.is_dir() else event_file(event).run
    if not is_begun(folder):
        raise Unreadable(words.NOT_BEGUN.filled({"folder": folder}))
    return folder


def tournament_in(folder: Path, speech: Language, *, full: bool = True) -> Tournament:
    """What was played there so far, as far as it is whole. Raises Unreadable, or Exit.

    Unless it is full, it is as everybody may see it.
    """
    if not is_begun(folder):
        raise Unreadable(words.NOT_BEGUN.filled({"folder": folder}))
    with ledger_faults_told(folder, speech), opened(folder) as ledger:
        tournament = tournament_of(ledger)
        return tournament if full else tournament.visible_to(everybody)


@contextmanager
def ledger_faults_told(folder: Path, speech: Language) -> Iterator[None]:
    """Within it that ledger is read. Raises Unreadable, or Exit after it has said what is wrong."""
    try:
        yield
    except sqlite3.Error as error:
        said = {"folder": folder, "reason": error}
        raise Unreadable(words.BAD_LEDGER.filled(said)) from None
    except BadLedger as error:
        tell(error.faults, speech)
        raise Exit(ExitStatus.BAD) from None


def tell(faults: Iterable[Fault], speech: Language) -> None:
    """Prints what is wrong, each fault once with what to do about it."""
    console, hints = plain_console(stderr=True), dict[str, None]()
    for fault in faults:
        values = {"sentence": fault.sentence(speech), "code": fault.kind.code}
        console.print(words.CANNOT.say(speech, values))
        if hint := fault.hint(speech):
            hints[hint] = None
    for hint in hints:
        console.print(f"  {HINT.say(speech)}: {hint}")


def end_by(tournament: Tournament, speech: Language) -> None:
    """Prints what is not intact, after the rest was shown; raises Exit if anything is not."""
    if tournament.faults:
        tell(tournament.faults, speech)
        raise Exit(ExitStatus.BAD)
