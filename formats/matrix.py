"""matrix.txt: a position of a game with its clocks, as bots read and write it.

    A 21 U            player to move, half-move number, winner (A, B, D or U)
    0 2.01            points of A and the seconds that A has left
    0 1.9             points of B and the seconds that B has left
    --B-----          the board, top row first
    ...
    game virus-war    footer lines, in games other than MMPeshki

Reading is liberal about line ends, blanks and the spelling of numbers, and strict about
everything else; whatever bytes come in, it returns what is wrong with them and never raises.
Writing knows one canonical form. The file is read from the outside in, in small modules beside
this one: bytes to lines of words, lines to header, board and footer, and each of those by itself.
What the game's law says of the position comes last, and only of a file that could be read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import NamedTuple, TypeAlias, cast

from formats import matrix_faults as faults
from formats._matrix_board import cell_places, read_board
from formats._matrix_footer import GAME, Footer, footer_keys, read_footer
from formats._matrix_header import Header, read_header
from formats._matrix_notes import Notes
from formats._matrix_parts import split
from formats._matrix_text import Source, Word, decode
from formats.board import Board
from formats.fault import Diagnostic, Fault, Place, Severity
from formats.game import PLAYERS, Player, Position, Winner, player_of
from formats.games import AnyGame, all_games
from formats.seconds import write_seconds
from formats.winner import fault_of_winner

Places: TypeAlias = dict[Place, Word]


@dataclass(frozen=True, slots=True)
class Matrix:
    """What a matrix.txt says."""

    game: AnyGame
    position: Position
    winner: Winner | None = None
    times: tuple[Decimal, Decimal] = (Decimal(30), Decimal(30))
    points: tuple[int, int] = (0, 0)

    def time_of(self, player: Player) -> Decimal:
        """The seconds that the player has left for the whole game."""
        return self.times["AB".index(player)]


@dataclass(frozen=True, slots=True)
class Reading:
    """What came of reading a file: a matrix, if its form allowed one, and what is wrong."""

    matrix: Matrix | None
    diagnostics: tuple[Diagnostic, ...]
    source: tuple[str, ...]
    """The lines of the file, to show them."""
    places: Places

    @property
    def good(self) -> bool:
        """Whether nothing is wrong; warnings are not."""
        return not any(d.severity is Severity.ERROR for d in self.diagnostics)

    def locate(self, fault: Fault) -> Diagnostic:
        """The fault with its place in this file."""
        word = self.places.get(fault.place) or Word(" ", 1, 1)
        return Diagnostic(
            fault, word.line, word.column, max(1, len(word.text)), fault.kind.severity
        )


def read(data: bytes, *, lenient: bool = False, limit: int | None = None) -> Reading:
    """Reads a file.

    Lenient, it takes Cyrillic letters that look Latin with a warning. A limit of half-moves
    replaces the one that the game has by itself.
    """
    source, no_text = decode(data)
    if no_text is not None:
        return Reading(None, (no_text,), source.shown, {})
    notes = Notes(source.encoding, lenient=lenient)
    form = _parse(source, notes, limit)
    has_form = not any(d.severity is Severity.ERROR for d in notes.found)
    reading = Reading(form.matrix if has_form else None, (), source.shown, form.places)
    found = [reading.locate(fault) for fault in _faults_of(form)]
    return replace(reading, diagnostics=_in_order(notes.found + found))


def write(matrix: Matrix) -> str:
    """The file in its canonical form."""
    position = matrix.position
    lines = [f"{position.player} {position.half_move} {matrix.winner or 'U'}"]
    for points, time in zip(matrix.points, matrix.times, strict=True):
        lines.append(f"{points} {write_seconds(time)}")
    return "\n".join([*lines, *position.board.rows, *_footer_lines(matrix), ""])


def _in_order(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    return tuple(sorted(diagnostics, key=lambda d: (d.line, d.column, d.code)))


class _Form(NamedTuple):
    """What could be read of a file, though some of it may be amiss."""

    header: Header
    footer: Footer
    places: Places
    game: AnyGame | None = None
    matrix: Matrix | None = None
    """With what could not be read left as it would be by itself."""


def _parse(source: Source, notes: Notes, limit: int | None) -> _Form:
    lines = source.lines
    if source.old_line_ends:
        notes.add(faults.OLD_LINE_ENDS(), lines[0].whole)
    parts = split(lines, _all_cells(), footer_keys())
    after_header = (*parts.board, *parts.footer, lines[-1])[0].whole
    header = read_header([*parts.header, *parts.extra], after_header, notes)
    footer = read_footer(parts, notes)
    places: Places = {**header.places, **footer.places}
    if footer.game is None:
        return _Form(header, footer, places)
    game = footer.game if limit is None else replace(footer.game, limit=limit)
    board = read_board(parts.board, game, after_header, notes)
    if board is None:
        return _Form(header, footer, places, game)
    places |= cell_places(parts.board, board)
    return _Form(header, footer, places, game, _assembled(header, footer, game, board))


def _all_cells() -> str:
    return "".join(game.cells for game in all_games().values())


def _assembled(header: Header, footer: Footer, game: AnyGame, board: Board) -> Matrix | None:
    if header.half_move is None or "rules" in footer.doubtful:
        return None
    last = None if footer.last is None else str(footer.last)
    position = Position(board, player_of(header.half_move), header.half_move, last)
    winner = None if header.winner in (None, "U") else cast("Winner", header.winner)
    position = replace(position, passes=_passes(game, position, winner))
    a, b = (header.times.get(player, Decimal(0)) for player in PLAYERS)
    points = (header.points.get("A", 0), header.points.get("B", 0))
    return Matrix(game, position, winner, (a, b), points)


def _passes(game: AnyGame, position: Position, winner: Winner | None) -> int:
    """How many passes led here: a file shows one, and its result if there was another before."""
    if position.last != "pass":
        return 0
    outcome = game.outcome(replace(position, passes=2))
    return 2 if outcome and outcome.winner == winner else 1


def _faults_of(form: _Form) -> Iterator[Fault]:
    """What the game says against what could be read."""
    header, footer, _, game, matrix = form
    if game is None:
        return
    for player, points in header.points.items():
        if points and not game.keeps_points:
            yield faults.POINTS_NOT_ZERO(f"points {player}", points=points)
    impossible = list(_faults_of_number(header.half_move, game.limit))
    if matrix:
        yield from _faults_of_last(matrix)
        impossible += game.faults(matrix.position)
    yield from impossible
    possible = not any(fault.kind.severity is Severity.ERROR for fault in impossible)
    if matrix and header.winner and possible and "last" not in footer.doubtful:
        fault = fault_of_winner(game, matrix.position, matrix.winner)
        yield from [fault] if fault else []


def _faults_of_number(half_move: int | None, limit: int | None) -> Iterator[Fault]:
    if half_move and limit is not None and half_move > limit + 1:
        yield faults.AFTER_THE_LIMIT("half-move", half_move=half_move, limit=limit)


def _faults_of_last(matrix: Matrix) -> Iterator[Fault]:
    """Whether the turn that is named as the last can have been."""
    game, position = matrix.game, matrix.position
    if position.last is None:
        return
    if position.half_move == 1:
        yield faults.LAST_BEFORE_FIRST("last")
        return
    fault = game.fault_of_last(position, game.parse(position.last))
    if fault:
        yield replace(fault, place="last")


def _footer_lines(matrix: Matrix) -> list[str]:
    game = matrix.game
    values = {"rules": game.rules_line, "last": matrix.position.last}
    lines = [f"{key} {values[key]}" for key in game.footers if values.get(key)]
    return [f"{GAME} {game.name}", *lines] if game.footers else []
