"""``arena replay``: step through a recorded game."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import Annotated, NamedTuple

import click
from click.exceptions import Exit
from rich.console import Console

from arena import texts
from arena.commands import ExitStatus
from arena.console import plain_console, read_key
from arena.diagnostics import print_diagnostics
from arena.drawing.terminal_board import can_draw, view
from arena.files import FileFailure, NamedFile, read_file
from arena.options import LanguageOption, reader_language
from arena.parameters import Argument, Option, WrongUsage
from formats.matrix import Matrix, begins_as_record, write_matrix
from formats.printable import printable, visible
from formats.record import RESULTS, BadRecord, Record, output_from_remark, read_record
from formats.text import Language, Text
from referee.numbers import seconds
from referee.verdict import Ending

_MOST_PRINTED = 4000
_MOST_NAMED = 3
"""Most records of a folder that are named."""
_LONGEST_TAG = 100


class ReplayFormat(StrEnum):
    BOARD = "board"
    MATRIX = "matrix"


RecordArgument = Annotated[
    str,
    Argument(
        metavar="RECORD",
        help=Text(
            "A recorded game, or an event if a number follows; - reads it from standard input.",
            "Запись партии, а если дальше номер, то турнир; - означает стандартный ввод.",
        ),
    ),
]
RecordNumber = Annotated[
    int | None,
    Argument(
        metavar="NUMBER",
        min=1,
        help=Text("The game's number in the event.", "Номер партии в турнире."),
    ),
]
SectionOption = Annotated[str | None, Option(help=Text("The event's section.", "Раздел турнира."))]


def replay(
    record: RecordArgument,
    game: RecordNumber = None,
    section: SectionOption = None,
    at: Annotated[
        int | None,
        Option(
            "--at",
            min=0,
            help=Text(
                "Show only the position after this many half-moves.",
                "Показать только позицию после стольких полуходов.",
            ),
        ),
    ] = None,
    shown: Annotated[
        ReplayFormat,
        Option(
            "--as",
            help=Text(
                "Show boards, or each matrix.txt.", "Показывать доски или каждый matrix.txt."
            ),
        ),
    ] = ReplayFormat.BOARD,
    lang: LanguageOption = None,
) -> None:
    language = reader_language(lang)
    file, why = record_file(record, game, section, language)
    played = record_in(file, language)
    pages = Pages(played, list(played.files()), plain_console(), language, why)
    last = len(played.moves)
    if at is not None and at > last:
        raise WrongUsage(texts.SHORTER, count=texts.half_moves(last))
    if shown is ReplayFormat.MATRIX:
        for matrix in pages.files if at is None else [pages.files[at]]:
            print(write_matrix(matrix))
    elif at is None and pages.console.is_terminal and sys.stdin.isatty():
        _step_through(pages)
    else:
        for index in range(last + 1) if at is None else [at]:
            pages.show(index)


def record_file(
    record: str, game: int | None, section: str | None, language: Language
) -> tuple[NamedFile, Text | None]:
    """Return the record: a file, or a game in the ledger of an event, with its sentence."""
    if game is None:
        if section is not None:
            raise WrongUsage(texts.SECTION_WITHOUT_GAME)
        if Path(record).is_dir():
            raise _folder_failure(Path(record))
        return read_file(record), None
    from arena.event.event_folder import recorded_game  # noqa: PLC0415 - files need no ledger

    return recorded_game(record, game, section, language)


def _folder_failure(folder: Path) -> FileFailure:
    """Return the exception for a folder in the place of a record, with what to name instead."""
    from tournaments.ledger import is_begun  # noqa: PLC0415 - files need no ledger

    name = printable(str(folder))
    if is_begun(folder):
        command = click.get_current_context().info_name
        return FileFailure(texts.GAME_OF_THE_EVENT.filled({"folder": name, "command": command}))
    records = [printable(str(path)) for path in sorted(folder.iterdir()) if _is_record(path)]
    if not records:
        return FileFailure(texts.NO_RECORDS_IN.filled({"folder": name}))
    names = ", ".join(records[:_MOST_NAMED])
    values = {"folder": name, "count": len(records), "names": names}
    return FileFailure(texts.ONE_OF_THE_RECORDS.filled(values))


def _is_record(path: Path) -> bool:
    """Return whether a file begins like a record, with a tag."""
    if not path.is_file():
        return False
    with suppress(OSError), path.open("rb") as file:
        return begins_as_record(file.read(_LONGEST_TAG).decode("utf-8-sig", "replace"))
    return False


def record_in(file: NamedFile, language: Language) -> Record:
    """Return the game in a record; end the command if the file is not a good one."""
    text = file.data.decode("utf-8", "replace")
    try:
        return read_record(text)
    except BadRecord as error:
        print_diagnostics(file.name, text.splitlines(), [error.diagnostic], language)
        raise Exit(ExitStatus.BAD) from None


class Pages(NamedTuple):
    """A game on a console, position by position."""

    game: Record
    files: Sequence[Matrix]
    console: Console
    language: Language
    why: Text | None = None
    """Sentence of the verdict, if it is known in every language."""

    def show(self, index: int) -> None:
        """Print one position: the move before it, the board, and after the last the result."""
        self.console.print(self._heading(index), style="bold")
        for line in view(self.files[index], self.language, drawn=can_draw(self.console)):
            self.console.print(line)
        self._print_output(index)
        if index == len(self.files) - 1:
            values = {
                "result": RESULTS[self.game.result],
                "termination": self._ending,
            }
            self.console.print(texts.RESULT.say(self.language, values), style="bold")
            if verdict := self._verdict:
                self.console.print(printable(verdict))
        self.console.print()

    @property
    def _ending(self) -> str:
        try:
            return Ending.from_label(self.game.termination).title.say(self.language)
        except LookupError:
            return self.game.termination

    @property
    def _verdict(self) -> str:
        """Sentence of the verdict, in the reader's language where the rules have it.

        Records are in English.
        """
        if self.why is not None:
            return self.why.say(self.language)
        verdict, outcome = self.game.tags.get("Verdict", ""), self.files[-1].outcome
        if outcome is None or outcome.reason.text.en != verdict:
            return verdict
        return outcome.reason.text.say(self.language)

    def _print_output(self, index: int) -> None:
        """Print the output of the bot that made the move, line by line."""
        output = output_from_remark(self.game.moves[index - 1].remark) if index else None
        if not output:
            return
        self.console.print(texts.IT_PRINTED.say(self.language))
        for line in visible(output, _MOST_PRINTED).rstrip("\n").split("\n"):
            self.console.print(f"  | {line}")

    def _heading(self, index: int) -> str:
        players = " - ".join(self.game.tags.get(name, name) for name in ("A", "B"))
        if index == 0:
            return texts.BEFORE_FIRST.say(self.language, {"players": players})
        move = self.game.moves[index - 1]
        values = {
            "players": players,
            "number": index,
            "move": move.text,
            "seconds": seconds(move.seconds, 3),
        }
        return texts.AFTER_MOVE.say(self.language, values)


def _step_through(pages: Pages) -> None:
    """Ask for a key at each position: forward, back, to an end, to a number, or quit."""
    index, last = 0, len(pages.files) - 1
    while True:
        pages.console.clear()
        pages.show(index)
        try:
            answer = read_key(pages.console, texts.KEYS.say(pages.language))
        except (EOFError, KeyboardInterrupt):
            answer = "q"
        if answer in ("q", "quit", "escape"):
            pages.console.print()
            return
        index_by_key = {"home": 0, "end": last}
        index_by_key |= dict.fromkeys(("b", "back", "left", "up"), index - 1)
        index_by_key |= dict.fromkeys(("", "n", "right", "down"), index + 1)
        index = int(answer) if answer.isdecimal() else index_by_key.get(answer, index)
        index = max(0, min(index, last))
