"""What of a move rules depend on: what ends the game after it, how it goes on if nothing does."""

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
"""So few steps that the other player has left, or fewer, are worth a position."""
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
"""In which way the board was changed: what stood on a cell, and what stands there now."""


@dataclass(frozen=True, slots=True)
class Trait:
    """Something about a move that rules depend on."""

    player: Player
    """Who makes it."""
    reasons: tuple[Reason, ...] = ()
    """What ends the game after it: the first one counts."""
    winner: Winner | None = None
    """Who has won by that."""
    gains: tuple[int, ...] = ()
    """Whether points of the player rose, whether those of the other did, and whose rose more."""
    steps: int | None = None
    """How many steps it has, if these are fewer than a turn has."""
    goes_on: bool = False
    """Whether the player could step on by a step that it opens: another capture, for one."""
    unreached: frozenset[str] = frozenset()
    """Of what a short turn changes, or a move that ends the game, what remains on the board."""
    left: int | None = None
    """How many steps the other player can begin with, if these are few."""
    ways: frozenset[Way] = frozenset()
    """In which way it changes the board, or, where few are left, they do."""
    is_only: bool = False
    """Whether it is a whole turn, and no other move is legal but a pass."""

    @property
    def least_part(self) -> Fraction:
        """Of the moves, for a position to be worth a turn."""
        if self.reasons or self.goes_on:
            return _LEAST_PART
        # It is no trial to be able to move as one mostly does.
        return Fraction(1) if self.ways and self.left is None else _LEAST_PART

    @property
    def is_fine(self) -> bool:
        """Whether it tells more of an ending than is needed where there are many."""
        return self.winner is not None and bool(self.unreached) and self.steps is None

    def about(self, part: Fraction) -> Text | None:
        """What to say of a position where a part of the moves has it, if there is a word for it."""
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
    own, after = position.player, game.perform(position, move)
    outcomes = list(game.outcomes(after))
    reasons = tuple(outcome.reason for outcome in outcomes)
    winner = outcomes[0].winner if outcomes else None
    made, length = steps_of(move), game.turn_length(position)
    changed = way(position.board, after.board)
    if made < length:
        goes_on = _opens(game, position, after.board)
        unreached = frozenset(was for was, _ in changed if after.board.count(was))
        if made or not goes_on:  # who passes though he need not is at nobody's mercy
            left = frozenset[str]() if reasons else unreached
            yield Trait(own, reasons, winner, steps=made, goes_on=goes_on, unreached=left)
    elif reasons:
        yield Trait(own, reasons, winner)
        if length == 1 and position.half_move != game.limit:
            more = frozenset(was for was, _ in changed if was != own and after.board.count(was))
            yield Trait(own, reasons, unreached=more)
            yield Trait(own, reasons, winner, unreached=more)
    else:
        goes_on = length == 1 and _repeats(game, position, after.board)
        yield Trait(own, goes_on=goes_on, ways=frozenset([changed]))
    if not reasons:
        yield from _little_left(game, own, after)
    elif game.keeps_points and position.half_move != game.limit:
        gains = _gains(position, after)
        yield Trait(own, reasons, gains=gains)
        yield Trait(own, reasons, winner, gains=gains[-1:])


def steps_of(move: object) -> int:
    """How many steps the move has: one, where it is not made of steps; none, if it is a pass."""
    return len(getattr(move, "steps", "1"))


def _gains(before: Position, after: Position) -> tuple[int, ...]:
    """The signs of what the mover gains, of what the other gains, and of the difference."""
    a, b = (now - was for now, was in zip(after.points, before.points, strict=True))
    own, others = (a, b) if before.player == "A" else (b, a)
    return tuple((n > 0) - (n < 0) for n in (own, others, own - others))


def _little_left(game: AnyGame, mover: Player, after: Position) -> Iterator[Trait]:
    replies = list(islice(game.steps(after), _HARDLY + 1))
    if len(replies) <= _HARDLY:
        boards = (game.step(after, reply).board for reply in replies)
        ways = frozenset(way(after.board, board) for board in boards)
        yield Trait(mover, left=len(replies), ways=ways)


def _opens(game: AnyGame, position: Position, board: Board) -> bool:
    """Whether the player could step on there, by a step that he could not make before."""
    known = set(game.steps(position)) if board != position.board else set()
    return any(step not in known for step in game.steps(replace(position, board=board)))


def _repeats(game: AnyGame, position: Position, board: Board) -> bool:
    """Whether the piece that has made the move could make one like it from there."""
    own, onward = position.player, replace(position, board=board)
    moved = [cell for cell in position.board.differences(board) if board[cell] == own]
    changed = way(position.board, board)
    boards = (game.step(onward, step).board for step in game.steps(onward))
    return any(
        there[cell] != own and way(board, there) == changed for there in boards for cell in moved
    )


def way(before: Board, after: Board) -> Way:
    """In which way the one was changed to the other."""
    return frozenset((before[cell], after[cell]) for cell in before.differences(after))
