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

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TypeAlias, cast

from formats import matrix_faults as faults
from formats._matrix_board import cell_places, could_be_of, read_board
from formats._matrix_footer import GAME, Footer, footer_keys, read_footer
from formats._matrix_header import Header, read_header
from formats._matrix_notes import Notes
from formats._matrix_parts import split
from formats._matrix_text import Line, Source, Word, decode
from formats.board import Board
from formats.fault import Diagnostic, Fault, Place, Severity
from formats.game import PLAYERS, Player, Position, Winner
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
    matrix, places = _parse(source, notes)
    if matrix is None or any(d.severity is Severity.ERROR for d in notes.found):
        return Reading(None, _in_order(notes.found), source.shown, places)
    if limit is not None:
        matrix = replace(matrix, game=replace(matrix.game, limit=limit))
    reading = Reading(matrix, (), source.shown, places)
    found = [reading.locate(fault) for fault in _faults_of(matrix)]
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


def _parse(source: Source, notes: Notes) -> tuple[Matrix | None, Places]:
    """The matrix, if all of it could be read, and where everything stands."""
    lines = source.lines
    parts = split(lines, _all_cells(), footer_keys())
    after_header = (*parts.board, *parts.footer, lines[-1])[0].whole
    header = read_header(parts.header, parts.extra, after_header, notes)
    footer = read_footer(parts.footer, notes)
    places: Places = {**header.places, **footer.places}
    if footer.game is None:
        return None, places
    if not parts.footer and _is_of_another_game(parts.board, footer.game):
        notes.add(faults.NO_GAME_LINE(known=", ".join(all_games())), parts.board[0].whole)
        return None, places
    board = read_board(parts.board, footer.game, after_header, notes)
    if board is None:
        return None, places
    matrix = _assembled(header, footer, footer.game, board)
    return matrix, places | cell_places(parts.board, board)


def _is_of_another_game(rows: Sequence[Line], game: AnyGame) -> bool:
    others = (law() for law in all_games().values() if law.name != game.name)
    return not could_be_of(rows, game) and any(could_be_of(rows, other) for other in others)


def _all_cells() -> str:
    return "".join(game.cells for game in all_games().values())


def _assembled(header: Header, footer: Footer, game: AnyGame, board: Board) -> Matrix | None:
    if not (header.player and header.half_move and header.winner and len(header.times) == 2):
        return None
    last = None if footer.last is None else str(footer.last)
    position = Position(board, cast("Player", header.player), header.half_move, last)
    winner = None if header.winner == "U" else cast("Winner", header.winner)
    position = replace(position, passes=_passes(game, position, winner))
    a, b = header.times
    return Matrix(game, position, winner, (a, b), (header.points[0], header.points[1]))


def _passes(game: AnyGame, position: Position, winner: Winner | None) -> int:
    """How many passes led here: a file shows one, and its result if there was another before."""
    if position.last != "pass":
        return 0
    outcome = game.outcome(replace(position, passes=2))
    return 2 if outcome and outcome.winner == winner else 1


def _faults_of(matrix: Matrix) -> Iterator[Fault]:
    """What the game says against a file that has the right form."""
    game, position = matrix.game, matrix.position
    for player, points in zip(PLAYERS, matrix.points, strict=True):
        if points and not game.keeps_points:
            yield faults.POINTS_NOT_ZERO(f"points {player}", points=points)
    if game.limit is not None and position.half_move > game.limit + 1:
        yield faults.AFTER_THE_LIMIT("half-move", half_move=position.half_move, limit=game.limit)
    yield from _faults_of_last(matrix)
    impossible = list(game.faults(position))
    yield from impossible
    if not any(fault.kind.severity is Severity.ERROR for fault in impossible):
        winner_fault = fault_of_winner(game, position, matrix.winner)
        if winner_fault:
            yield winner_fault


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
