"""matrix.txt: a position of a game with its clocks, as bots read and write it.

    A 21 U            player to move, half-move number, winner (A, B, D or U)
    0 2.01            points of A and the seconds that A has left
    0 1.9             points of B and the seconds that B has left
    --B-----          the board, top row first
    ...
    game virus-war    footer lines, in games other than MMPeshki

Reading is liberal about line ends, blanks and the spelling of numbers, and strict about everything
else; it returns the faults of any bytes, and never raises. Writing uses one canonical form. The
file is read from the outside in, in small modules beside this one: bytes to lines of words, lines
to header, board and footer, and then each of those. A file with nothing unusual in it is read by
one regular expression instead (``fast_path``), with the same result and much faster. Faults of the
position by the rules of the game come last, and only of a file that could be read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cached_property
from typing import cast

from formats.board import Board
from formats.fault import Diagnostic, Fault, Severity
from formats.game import PLAYERS, BadRequest, Player, Position, player_of
from formats.games import AnyGame
from formats.matrix import faults as faults
from formats.matrix.assumed_game import doubted
from formats.matrix.board_lines import FileDefaults
from formats.matrix.fast_path import read_quickly
from formats.matrix.fault_list import FaultList
from formats.matrix.footer import GAME
from formats.matrix.layout import Form, read_form
from formats.matrix.source import Source, decode
from formats.matrix.winner import fault_of_winner, unseen_results
from formats.outcome import Outcome, Winner
from formats.seconds import write_seconds, written_seconds


@dataclass(frozen=True)
class Matrix:
    game: AnyGame
    position: Position
    winner: Winner | None = None
    times: tuple[Decimal, Decimal] = (Decimal(30), Decimal(30))

    @cached_property
    def outcome(self) -> Outcome | None:
        """The outcome by the rules of the game, whatever winner is written."""
        return self.game.outcome(self.position)

    @property
    def is_over(self) -> bool:
        """True if the game has ended, by its rules or, as the file says, for an earlier reason."""
        return self.winner is not None or self.outcome is not None

    def time_of(self, player: Player) -> Decimal:
        """Return the seconds that the player has left for the whole game."""
        return self.times["AB".index(player)]

    @property
    def as_written(self) -> Matrix:
        """The matrix with its times as a file shows them."""
        a, b = self.times
        return self.with_times((written_seconds(a), written_seconds(b)))

    def with_times(self, times: tuple[Decimal, Decimal]) -> Matrix:
        if times == self.times:
            return self
        copy = Matrix(self.game, self.position, self.winner, times)
        if "outcome" in vars(self):  # The outcome is known, and times do not change it.
            vars(copy)["outcome"] = self.outcome
        return copy

    def followed(self, position: Position, outcome: Outcome | None) -> Matrix:
        """Return the matrix for the other player after a move to the position, with its outcome."""
        winner = outcome.winner if outcome else None
        after = Matrix(self.game, position, winner, self.times)
        if outcome is None:  # The rules need not be asked again.
            vars(after)["outcome"] = None
        return after


@dataclass(frozen=True)
class Reading:
    """The result of reading a file: a matrix, if its form allowed one, and diagnostics."""

    matrix: Matrix | None
    diagnostics: tuple[Diagnostic, ...]
    text: Source
    """The file as far as it is a text."""
    defaults: FileDefaults | None = None
    """The game, size and clock that its writer was given, if known."""
    form: Form | None = field(default=None, repr=False, compare=False)
    """The parts of the file, perhaps without their places."""

    @property
    def good(self) -> bool:
        """True if there are no errors; warnings do not count."""
        return not any(fault.severity is Severity.ERROR for fault in self.diagnostics)

    @property
    def game(self) -> AnyGame | None:
        """The game of the file, whatever else is wrong with it."""
        return self.form.footer.game if self.form else None

    @property
    def board(self) -> Board | None:
        """The board of the file, whatever else is wrong with it."""
        return self.form.board if self.form else None

    @cached_property
    def source(self) -> tuple[str, ...]:
        """The lines of the file, to be shown."""
        return self.text.shown

    def locate(self, fault: Fault) -> Diagnostic:
        """Return the fault with its place in this file."""
        word = self._form.find(fault.place)
        return Diagnostic(
            fault, word.line, word.column, max(1, len(word.text)), fault.kind.severity
        )

    @cached_property
    def _form(self) -> Form:
        """The form with places; a file that was read quickly is read again, which is rare."""
        if self.form and self.form.rows is not None:
            return self.form
        return read_form(self.text, FaultList(self.text.encoding, lenient=True), self.defaults)


def read_matrix(
    data: bytes,
    *,
    lenient: bool = False,
    limit: int | None = None,
    before: Matrix | None = None,
    overdrawn: bool = False,
) -> Reading:
    """Read a file.

    With ``lenient``, Cyrillic letters that look Latin give only a warning. A limit of half-moves
    replaces the game's own. If the file follows the file ``before``, the game and the rules
    that it leaves out are those of that file. With ``overdrawn``, the writer's own time may be
    negative, with a warning, since somebody else measures it.
    """
    defaults = defaults_after(before, overdrawn=overdrawn) if before else None
    source, text_fault = decode(data)
    if text_fault is not None:
        return Reading(None, (text_fault,), source, defaults)
    notes = FaultList(source.encoding, lenient=lenient)
    form, limit_faults = _limited(
        read_quickly(source, defaults) or read_form(source, notes, defaults), limit
    )
    matrix = _matrix(form)
    has_form = not any(fault.severity is Severity.ERROR for fault in notes.diagnostics)
    reading = Reading(matrix if has_form else None, (), source, defaults, form)
    for fault in (*limit_faults, *_faults_of(form, matrix)):
        notes.take(reading.locate(fault))
    diagnostics = _in_order(notes.diagnostics)
    if form.footer.is_assumed:
        diagnostics = doubted(diagnostics, form)
    return replace(reading, diagnostics=diagnostics) if diagnostics else reading


def defaults_after(before: Matrix, *, overdrawn: bool = False) -> FileDefaults:
    """Return the values that the writer of the next file takes from this one."""
    board = before.position.board
    writer = before.position.player if overdrawn else None
    return FileDefaults(before.game, (board.width, board.height), writer)


def write_matrix(matrix: Matrix) -> str:
    """Return the file in its canonical form."""
    return write_exactly(matrix.as_written)


def write_exactly(matrix: Matrix) -> str:
    """Return the file with times to the microsecond, for storage, not for bots."""
    position = matrix.position
    lines = [f"{position.player} {position.half_move} {matrix.winner or 'U'}"]
    for points, time in zip(position.points, matrix.times, strict=True):
        lines.append(f"{points} {write_seconds(time)}")
    return "\n".join([*lines, *position.board.rows, *_footer_lines(matrix), ""])


def _in_order(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    return tuple(sorted(diagnostics, key=lambda fault: (fault.line, fault.column, fault.code)))


def _limited(form: Form, limit: int | None) -> tuple[Form, Sequence[Fault]]:
    """Return the form with the limit of half-moves, or why the game cannot have it."""
    game = form.footer.game
    if game is None or limit is None:
        return form, ()
    try:
        limited = game.with_limit(limit)
    except BadRequest as error:
        return form, (error.fault,)
    return form if limited is game else form._replace(footer=form.footer._replace(game=limited)), ()


def _matrix(form: Form) -> Matrix | None:
    """Return the matrix of the form, with defaults for what could not be read.

    None if the position is not known: then only single fields can be used.
    """
    header, footer, board, _ = form
    game, half_move = footer.game, header.half_move
    if game is None or board is None or half_move is None:
        return None
    if not footer.doubtful.isdisjoint({"rules", *game.state_lines}):
        return None
    last = None if footer.last is None else str(footer.last)
    points = (header.points.get("A", 0), header.points.get("B", 0))
    position = Position(
        board,
        player_of(half_move),
        half_move,
        last,
        points=points,
        state=footer.state,
    )
    winner = None if header.winner in (None, "U") else cast("Winner", header.winner)
    if last == "pass" and all(position.state):
        position = replace(position, passes=_passes(game, position, winner))
    a, b = (header.times.get(player, Decimal(0)) for player in PLAYERS)
    return Matrix(game, position, winner, (a, b))


def _passes(game: AnyGame, position: Position, winner: Winner | None) -> int:
    """Return how many passes led here: the file shows one, and by its result perhaps another."""
    outcome = game.after_two_passes(position)
    return 2 if outcome and outcome.winner == winner else 1


def _faults_of(form: Form, matrix: Matrix | None) -> Iterator[Fault]:
    """Yield what the game says against the fields that could be read."""
    header, game = form.header, form.footer.game
    if game is None:
        return
    for player, points in header.points.items():
        if points and not game.keeps_points:
            yield faults.POINTS_NOT_ZERO(f"points {player}", points=points)
    impossible = list(_faults_of_number(header.half_move, game.limit))
    if matrix and not all(matrix.position.state):
        matrix = None  # The missing state is reported elsewhere.
    if matrix:
        yield from _faults_of_last(matrix, form.footer.last)
        impossible += [*game.faults(matrix.position), *_faults_of_points(matrix)]
    yield from impossible
    possible = not any(fault.kind.severity is Severity.ERROR for fault in impossible)
    if matrix and header.winner and possible and "last" not in form.footer.doubtful:
        unseen = unseen_results(game, matrix.position)
        fault = fault_of_winner(matrix.outcome, matrix.winner, unseen)
        yield from [fault] if fault else []


def _faults_of_number(half_move: int | None, limit: int | None) -> Iterator[Fault]:
    if half_move and limit is not None and half_move > limit + 1:
        yield faults.AFTER_THE_LIMIT("half-move", half_move=half_move, limit=limit)


def _faults_of_points(matrix: Matrix) -> Iterator[Fault]:
    """Yield points that differ from those that the board shows, if it shows any."""
    position = matrix.position
    shown = matrix.game.points_on(position.board) or position.points
    for player, right, written in zip(PLAYERS, shown, position.points, strict=True):
        if written != right:
            place = f"points {player}"
            yield faults.POINTS_NOT_ON_BOARD(place, player=player, right=right, written=written)


def _faults_of_last(matrix: Matrix, move: object | None) -> Iterator[Fault]:
    """Yield the fault of a last turn that cannot have been made."""
    if move is None:
        return
    if matrix.position.half_move == 1:
        yield faults.LAST_BEFORE_FIRST("last")
        return
    fault = matrix.game.fault_of_last(matrix.position, move)
    if fault:
        yield replace(fault, place="last")


def _footer_lines(matrix: Matrix) -> list[str]:
    game = matrix.game
    position = matrix.position
    state = dict(zip(game.state_lines, position.state, strict=True))
    values = {"rules": game.rules_line, "last": position.last, **state}
    lines = [f"{key} {values[key]}" for key in game.footers if values.get(key)]
    return [f"{GAME} {game.name}", *lines] if game.footers else []
