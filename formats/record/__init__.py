"""Game records: games as text, finished or not, in the manner of PGN.

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
followed by the seconds that it took off the mover's clock. Both are exact to the microsecond, so
that the record replays to exactly the same positions and files. ``Limit`` is the half-move limit,
if it is not the game's own. Other tags are kept as they are.
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
    """A move of a record: its notation, its time, and perhaps a remark."""

    text: str
    seconds: Decimal = Decimal(0)
    remark: str = ""


_TAG_NAME = re.compile("[A-Za-z][A-Za-z0-9_]*")
OWN_TAGS = ("Limit", "Start", "Result", "Termination")


@dataclass(frozen=True, slots=True)
class Record:
    """A record of a game: its start, its moves and its end."""

    start: Matrix
    moves: tuple[RecordedMove, ...] = ()
    result: Winner | None = None
    termination: str = "unfinished"
    tags: Mapping[str, str] = field(default_factory=dict)

    def files(self) -> Iterator[Matrix]:
        """Yield the start and the matrix after each move. Raises LawError for a wrong move."""
        yield self.start
        now = self.start
        for index, move in enumerate(self.moves, start=1 - len(self.moves)):
            now = after_move(now, move)
            yield ended(now, self.result) if index == 0 else now


def ended(last: Matrix, result: Winner | None) -> Matrix:
    """Return the last matrix of a game, with D for a draw that the board need not show."""
    return replace(last, winner="D") if result == "D" else last


def after_move(before: Matrix, move: RecordedMove) -> Matrix:
    """Return the matrix for the other player. Raises LawError for an illegal move."""
    game = before.game
    position = game.play(before.position, game.parse(move.text))
    after = before.followed(position, game.outcome(position))
    return charged(after, before.position.player, move.seconds)


def charged(matrix: Matrix, player: Player, seconds: Decimal) -> Matrix:
    """Return the matrix with so much time taken off the player's clock."""
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
    """Return the value of a tag on one line, fit to be shown, escaped as in PGN."""
    return printable(" ".join(value.split())).replace("\\", "\\\\").replace('"', '\\"')


def _move_lines(record: Record) -> Iterator[str]:
    """Yield a line for each move number, with the half-moves of both players."""
    first = record.start.position.half_move
    line = ""
    for half_move, move in enumerate(record.moves, start=first):
        number = f"{(half_move + 1) // 2}."
        if half_move % 2:
            line = f"{number} {_spelled(move)}"
            continue
        yield f"{line or number + '..'} {_spelled(move)}"
        line = ""
    if line:
        yield line


def _spelled(move: RecordedMove) -> str:
    remark = "".join(_WITHOUT_BRACES.get(c, c) for c in move.remark)
    words = [f"[%emt {write_seconds(move.seconds)}]", *remark.split()]
    return f"{move.text} {{{' '.join(words)}}}"
