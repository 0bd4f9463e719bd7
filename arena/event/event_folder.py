"""The folder of the event that a command is about, its ledger, and the records of its games."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

from click.exceptions import Exit

from arena.commands import ExitStatus
from arena.console import plain_console
from arena.event import texts
from arena.event_files import event_file, files_to_complete
from arena.files import FileFailure, NamedFile
from arena.parameters import Argument, Names, Option, WrongUsage
from arena.texts import HINT
from formats.fault import Fault
from formats.text import Language, Text, reason, reason_of
from tournaments.ledger import is_begun, open_ledger
from tournaments.ledger.ledger_faults import BadLedger
from tournaments.ledger.ledger_game import may_see_no_output
from tournaments.ledger.ledger_reading import LedgerReading
from tournaments.run.section_decisions import section_decisions
from tournaments.run.tournament import Tournament, tournament_from_ledger

EventArgument = Annotated[
    str,
    Argument(
        metavar="EVENT",
        completed=Names("event.event_folder:begun_to_complete", or_file=True),
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
            "Include the output and files of bots: for the teacher, not for the class.",
            "Включить вывод и файлы ботов: для преподавателя, не для класса.",
        ),
    ),
]


ENTRANT_NAMES = Names("event.event_folder:entrants_to_complete")


def begun_to_complete(_values: Mapping[str, object]) -> list[str]:
    """Return the folders of events in the current folder, and the event files."""
    folders = sorted(path.name for path in Path().iterdir() if path.is_dir() and is_begun(path))
    return [*folders, *files_to_complete()]


def entrants_to_complete(values: Mapping[str, object]) -> list[str]:
    """Return the entrants of the event on the command line; none if it cannot be read."""
    try:
        with open_ledger(folder_of(str(values["event"]))) as ledger:
            return ledger.entrant_names
    except (FileFailure, WrongUsage, BadLedger, sqlite3.Error):
        return []


def folder_of(event: str) -> Path:
    """Return the folder of an event that has begun, named by folder or file.

    Raise FileFailure if it has not.
    """
    path = Path(event)
    folder = path if path.is_dir() else event_file(event).run
    if not is_begun(folder):
        raise FileFailure(texts.NOT_BEGUN.filled({"folder": folder}))
    return folder


def tournament_in(folder: Path, language: Language, *, full: bool = True) -> Tournament:
    """Return the tournament in the folder, as far as its ledger is intact.

    Unless ``full``, output and files of bots are left out. Raise FileFailure or Exit.
    """
    if not is_begun(folder):
        raise FileFailure(texts.NOT_BEGUN.filled({"folder": folder}))
    with report_ledger_faults(folder, language), open_ledger(folder) as ledger:
        tournament = tournament_from_ledger(ledger)
        return tournament if full else tournament.visible_to(may_see_no_output)


@contextmanager
def report_ledger_faults(folder: Path, language: Language) -> Iterator[None]:
    """Report faults of the ledger that the block reads.

    Raise FileFailure, or print the faults and raise Exit.
    """
    try:
        yield
    except sqlite3.Error as error:
        values = {"folder": folder, "reason": reason_of_failure(error)}
        raise FileFailure(texts.BAD_LEDGER.filled(values)) from None
    except BadLedger as error:
        print_faults(error.faults, language)
        raise Exit(ExitStatus.BAD) from None


def print_faults(faults: Iterable[Fault], language: Language) -> None:
    """Print the faults, and then their hints, each hint once."""
    console, hints = plain_console(stderr=True), dict[str, None]()
    for fault in faults:
        values = {"sentence": fault.sentence(language), "code": fault.kind.code}
        console.print(texts.FAULT_LINE.say(language, values))
        if hint := fault.hint(language):
            hints[hint] = None
    for hint in hints:
        console.print(f"  {HINT.say(language)}: {hint}")


def end_on_ledger_faults(tournament: Tournament, language: Language) -> None:
    """Print faults of the ledger after its intact part was shown; raise Exit if there are any."""
    if tournament.faults:
        print_faults(tournament.faults, language)
        raise Exit(ExitStatus.BAD)


def recorded_game(
    event: str, number: int, section: str | None, language: Language
) -> tuple[NamedFile, Text]:
    """Return the record of the game and the sentence of its verdict.

    If the game was played again, return the record that counts; if none does, return the last one
    and print a warning.
    """
    folder = folder_of(event)
    reading = _reading_of(folder, language)
    games = [game for game in reading.games if game.number == number]
    sections = list(dict.fromkeys(game.section for game in games))
    if section is not None:
        games = [game for game in games if game.section == section]
    elif len(sections) > 1:
        raise WrongUsage(texts.IN_WHICH_SECTION, number=number, sections=", ".join(sections))
    if not games:
        raise WrongUsage(texts.NO_GAME_OF_NUMBER, number=number, folder=folder)
    last = max(games, key=lambda game: game.attempt)
    names = (record.name for record in reading.of(last.section))
    counting = section_decisions(last.section, names, reading.entries).counting
    if last.id not in counting:
        plain_console(stderr=True).print(texts.DOES_NOT_COUNT.say(language, {"number": number}))
    game = counting.get(last.id, last)
    return NamedFile(f"{folder}: {number}", game.record.encode()), game.sentence


def _reading_of(folder: Path, language: Language) -> LedgerReading:
    """Return the contents of the ledger. Raise FileFailure or Exit if it has faults."""
    with report_ledger_faults(folder, language), open_ledger(folder) as ledger:
        return ledger.read()


def reason_of_failure(error: Exception) -> Text:
    """Return why an event's folder or ledger could not be used."""
    # If the disk is full, SQLite reports an I/O error for the file beside its log.
    if getattr(error, "sqlite_errorname", "") in ("SQLITE_FULL", "SQLITE_IOERR_SHMSIZE"):
        return reason_of(errno.ENOSPC)
    if isinstance(error, OSError) and error.strerror:
        return FileFailure.at("", error).text if error.filename else reason(error)
    return Text(str(error), str(error)) if str(error) else reason_of(errno.ENOMEM)
