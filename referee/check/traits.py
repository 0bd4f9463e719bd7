"""Traits of a move that rules depend on: how it ends the game, or how the game goes on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from itertools import islice
from typing import TypeAlias

from formats.board import Board
from formats.game import Player, Position
from formats.games import AnyGame
from formats.outcome import Reason, Winner
from formats.text import Text

_HARDLY = 2
"""A position is worth trying if the opponent has so few steps left, or fewer."""
_LEAST_PART = Fraction(1, 5)

_ENDS = Text("every move ends the game: {reasons}", "любой ход заканчивает партию: {reasons}")
_CAN_END = Text("a move can end the game: {reasons}", "ходом можно закончить партию: {reasons}")
_AND = Text("{first}, and {second}", "{first}, и {second}")
_SHORT = Text(
    "a turn can have fewer steps than usual: {steps}",
    "в ходе может быть меньше ходиков, чем обычно: {steps}",
)
_FEW = Text(
    "the other player can be left with few moves: {left}",
    "у соперника может остаться мало ходов: {left}",
)
_ONE = Text("only one turn is legal", "допустим только один ход")

Way: TypeAlias = frozenset[tuple[str, str]]
"""A way in which a board changes: pairs of a cell's contents before and after."""


@dataclass(frozen=True, slots=True)
class Trait:
    """A property of a move that rules depend on."""

    player: Player
    """The player who makes the move."""
    reasons: tuple[Reason, ...] = ()
    """Reasons that end the game after the move; the first one counts."""
    winner: Winner | None = None
    """Winner of a game that the move ends."""
    gains: tuple[int, ...] = ()
    """Signs of the change of the player's points, the opponent's points, and their difference."""
    steps: int | None = None
    """Number of steps, if it is smaller than the rules' number."""
    goes_on: bool = False
    """True if the player could go on by a step that the move makes possible, such as a capture."""
    unreached: frozenset[str] = frozenset()
    """Contents of changed cells, in a short turn or a last move, that remain on the board."""
    left: int | None = None
    """Number of steps that the opponent can begin with, if it is small."""
    ways: frozenset[Way] = frozenset()
    """Ways in which the move, or the few moves that are left, change the board."""
    is_only: bool = False
    """True if the move is a whole turn, and no other move is legal except a pass."""

    @property
    def least_part(self) -> Fraction:
        """Share of the moves from which a position is worth a turn of the check."""
        if self.reasons or self.goes_on:
            return _LEAST_PART
        # A position in which the bot can move as usual tests nothing.
        return Fraction(1) if self.ways and self.left is None else _LEAST_PART

    @property
    def is_fine(self) -> bool:
        """True if the trait distinguishes endings more finely than is mostly needed."""
        return self.winner is not None and bool(self.unreached) and self.steps is None

    def about(self, part: Fraction) -> Text | None:
        """Return a remark on a position in which that share of the moves has the trait, if any."""
        if self.reasons:
            reasons = reduce(_joined, (reason.text for reason in self.reasons))
            return (_ENDS if part == 1 else _CAN_END).filled({"reasons": reasons})
        if self.steps is not None:
            return _SHORT.filled({"steps": self.steps})
        if self.left is not None:
            return _FEW.filled({"left": self.left})
        return _ONE if self.is_only else None


def _joined(first: Text, second: Text) -> Text:
    return _AND.filled({"first": first, "second": second})


def traits_of(game: AnyGame, position: Position, move: object) -> Iterator[Trait]:
    """Yield the traits of a legal move."""
    own, after = position.player, game.perform(position, move)
    outcomes = list(game.outcomes(after))
    reasons = tuple(outcome.reason for outcome in outcomes)
    winner = outcomes[0].winner if outcomes else None
    step_count, length = steps_of(move), game.turn_length(position)
    changes = way(position.board, after.board)
    if step_count < length:
        goes_on = _opens(game, position, after.board)
        unreached = frozenset(before for before, _ in changes if after.board.count(before))
        if step_count or not goes_on:  # A voluntary pass is no short turn.
            left = frozenset[str]() if reasons else unreached
            yield Trait(own, reasons, winner, steps=step_count, goes_on=goes_on, unreached=left)
    elif reasons:
        yield Trait(own, reasons, winner)
        if length == 1 and position.half_move != game.limit:
            captured = (before for before, _ in changes if before != own)
            more = frozenset(before for before in captured if after.board.count(before))
            yield Trait(own, reasons, unreached=more)
            yield Trait(own, reasons, winner, unreached=more)
    else:
        goes_on = length == 1 and _repeats(game, position, after.board)
        yield Trait(own, goes_on=goes_on, ways=frozenset([changes]))
    if not reasons:
        yield from _little_left(game, own, after)
    elif game.keeps_points and position.half_move != game.limit:
        gains = _gains(position, after)
        yield Trait(own, reasons, gains=gains)
        yield Trait(own, reasons, winner, gains=gains[-1:])


def steps_of(move: object) -> int:
    """Return the number of steps of a move: 1 for an undivided move, 0 for a pass."""
    return len(getattr(move, "steps", "1"))


def _gains(before: Position, after: Position) -> tuple[int, ...]:
    """Return the signs of the mover's gain, of the opponent's, and of their difference."""
    a, b = (new - old for new, old in zip(after.points, before.points, strict=True))
    own, others = (a, b) if before.player == "A" else (b, a)
    return tuple((n > 0) - (n < 0) for n in (own, others, own - others))


def _little_left(game: AnyGame, mover: Player, after: Position) -> Iterator[Trait]:
    replies = list(islice(game.steps(after), _HARDLY + 1))
    if len(replies) <= _HARDLY:
        boards = (game.step(after, reply).board for reply in replies)
        ways = frozenset(way(after.board, board) for board in boards)
        yield Trait(mover, left=len(replies), ways=ways)


def _opens(game: AnyGame, position: Position, board: Board) -> bool:
    """Return whether the player can go on with a step that was not possible before."""
    known = set(game.steps(position)) if board != position.board else set()
    return any(step not in known for step in game.steps(replace(position, board=board)))


def _repeats(game: AnyGame, position: Position, board: Board) -> bool:
    """Return whether the piece that moved could make a similar move from its new cell."""
    own, onward = position.player, replace(position, board=board)
    moved = [cell for cell in position.board.differences(board) if board[cell] == own]
    changes = way(position.board, board)
    boards = (game.step(onward, step).board for step in game.steps(onward))
    return any(
        next_board[cell] != own and way(board, next_board) == changes
        for next_board in boards
        for cell in moved
    )


def way(before: Board, after: Board) -> Way:
    """Return in which way the board changed."""
    return frozenset((before[cell], after[cell]) for cell in before.differences(after))
