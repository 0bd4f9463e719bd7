"""A game written down as text, finished or not, in the manner of PGN.

    [Event "Class tournament"]
    [A "ivanov"]
    [B "petrov"]
    [Start "A 1 U/0 30/0 30/----/----/----/----/game virus-war/rules classic"]
    [Result "1-0"]
    [Termination "killed-all"]

    1. a1-b2-c3 {[%emt 0.131]} d4-c4-b4 {[%emt 1.2]}
    2. b4-c4-d4 {[%emt 0.2]}
    1-0

``Start`` is the matrix.txt that the first bot was given, its lines joined by slashes. Each move is
followed by the seconds it took off the mover's clock. Both are exact to the microsecond, so that
the record plays again to exactly the same positions and files. ``Limit`` is the half-move limit,
where it is not the game's own. Other tags are kept as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal

from formats.game import Player
from formats.matrix import Matrix, write_exactly
from formats.outcome import Winner
from formats.printable import printable
from formats.seconds import write_seconds

RESULTS: dict[Winner | None, str] = {"A": "1-0", "B": "0-1", "D": "1/2-1/2", None: "*"}

_WITHOUT_BRACES = {"{": "(", "}": ")"}


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """A move as it was made: in notation, with its time, and perhaps a remark."""

    text: str
    seconds: Decimal = Decimal(0)
    remark: str = ""


_TAG_NAME = re.compile("[A-Za-z][A-Za-z0-9_]*")
OWN_TAGS = ("Limit", "Start", "Result", "Termination")


@dataclass(frozen=True, slots=True)
class Record:
    """One game: where it started, the moves, how it ended."""

    start: Matrix
    moves: tuple[RecordedMove, ...] = ()
    result: Winner | None = None
    termination: str = "unfinished"
    tags: Mapping[str, str] = field(default_factory=dict)

    def files(self) -> Iterator[Matrix]:
        """The start and what matrix.txt was after each move. Raises LawError at a wrong one."""
        yield self.start
        now = self.start
        for left, made in enumerate(self.moves, start=1 - len(self.moves)):
            now = after_move(now, made)
            yield ended(now, self.result) if left == 0 else now


def ended(last: Matrix, result: Winner | None) -> Matrix:
    """The last file of a game: that it is drawn, the board need not tell."""
    return replace(last, winner="D") if result == "D" else last


def after_move(before: Matrix, made: RecordedMove) -> Matrix:
    """The file for the other player. Raises LawError for an illegal move."""
    game = before.game
    position = game.play(before.position, game.parse(made.text))
    after = before.followed(position, game.outcome(position))
    return charged(after, before.position.player, made.seconds)


def charged(matrix: Matrix, player: Player, seconds: Decimal) -> Matrix:
    """The same file, with that much time taken off the player's clock."""
    a, b = matrix.times
    return matrix.with_times((a - seconds, b) if player == "A" else (a, b - seconds))


def write_record(record: Record) -> str:
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in _tags(record)]
    return "\n".join([*lines, "", *_move_lines(record), RESULTS[record.result], ""])


def _tags(record: Record) -> Iterator[tuple[str, str]]:
    for name, value in record.tags.items():
        if name in OWN_TAGS or not _TAG_NAME.fullmatch(name):
            raise ValueError(f"{name} cannot name a tag")
        yield name, value
    game = record.start.game
    if game.limit is not None and game.limit != type(game).limit:
        yield "Limit", str(game.limit)
    yield "Start", "/".join(write_exactly(record.start).splitlines())
    yield "Result", RESULTS[record.result]
    yield "Termination", record.termination


def _escaped(value: str) -> str:
    """The value of a tag on one line, fit to be shown, quotes and backslashes as PGN does."""
    return printable(" ".join(value.split())).replace("\\", "\\\\").replace('"', '\\"')


def _move_lines(record: Record) -> Iterator[str]:
    """A line for each number, with the half-moves of both players."""
    first = record.start.position.half_move
    line = ""
    for half_move, made in enumerate(record.moves, start=first):
        number = f"{(half_move + 1) // 2}."
        if half_move % 2:
            line = f"{number} {_spelled(made)}"
            continue
        yield f"{line or number + '..'} {_spelled(made)}"
        line = ""
    if line:
        yield line


def _spelled(made: RecordedMove) -> str:
    remark = "".join(_WITHOUT_BRACES.get(c, c) for c in made.remark)
    words = [f"[%emt {write_seconds(made.seconds)}]", *remark.split()]
    return f"{made.text} {{{' '.join(words)}}}"
