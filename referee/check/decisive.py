"""Search for decisive positions: where every move, or nearly every move, ends the game in one way.

A bot with a mistake in its rules may play a hundred positions without showing it, since it chooses
its moves. So the search looks for positions that leave it no choice: where every legal move ends
the game in the same way, or as many as possible do. It needs only the rules of a game. Random games
are played; where few moves are legal, each is examined for its traits: what ends the game after it,
who wins and gains by that, whether pieces of the captured kind remain, whether its turn was cut
short, how few moves the opponent has, in which way it changes the board. For each trait and each
player the positions are stored in which the largest share of the moves has it; among equal ones,
those in which the two sides touch most often, where more is forbidden. Then these positions are
varied a few cells at a time, which finds rare traits and increases the share; at last pieces are
moved and removed, for endings that need a board with few of them.

The search is deterministic; with another seed or effort it may miss the rarest endings, which its
tests would show. The effort is counted in cells, so that a large board takes no longer than a
small one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import count, islice
from random import Random
from typing import TypeAlias

from formats.board import Board
from formats.game import PLAYERS, BadRequest, Player, Position, StartRequest
from formats.game_tree import random_game
from formats.games import AnyGame
from formats.outcome import Reason, Winner
from formats.text import Text
from referee.check.variations import (
    change_cells,
    change_points,
    exchange_cells,
    make_earlier,
    make_pass,
    move_to_limit,
    remove_most_pieces,
    transpose,
    turn_around,
)

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
    def is_fine_distinction(self) -> bool:
        """True if the trait distinguishes endings more finely than is mostly needed."""
        return self.winner is not None and bool(self.unreached) and self.steps is None

    def about(self, part: Fraction) -> Text | None:
        """Return a remark on a position in which that share of the moves has the trait, if any."""
        if self.reasons:
            reasons = reduce(_join_reasons, (reason.text for reason in self.reasons))
            return (_ENDS if part == 1 else _CAN_END).filled({"reasons": reasons})
        if self.steps is not None:
            return _SHORT.filled({"steps": self.steps})
        if self.left is not None:
            return _FEW.filled({"left": self.left})
        return _ONE if self.is_only else None


def _join_reasons(first: Text, second: Text) -> Text:
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
        goes_on = _opens_steps(game, position, after.board)
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
        goes_on = length == 1 and _can_repeat_step(game, position, after.board)
        yield Trait(own, goes_on=goes_on, ways=frozenset([changes]))
    if not reasons:
        yield from _traits_of_few_replies(game, own, after)
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


def _traits_of_few_replies(game: AnyGame, mover: Player, after: Position) -> Iterator[Trait]:
    replies = list(islice(game.steps(after), _HARDLY + 1))
    if len(replies) <= _HARDLY:
        boards = (game.step(after, reply).board for reply in replies)
        ways = frozenset(way(after.board, board) for board in boards)
        yield Trait(mover, left=len(replies), ways=ways)


def _opens_steps(game: AnyGame, position: Position, board: Board) -> bool:
    """Return whether the player can go on with a step that was not possible before."""
    known = set(game.steps(position)) if board != position.board else set()
    return any(step not in known for step in game.steps(replace(position, board=board)))


def _can_repeat_step(game: AnyGame, position: Position, board: Board) -> bool:
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


_PLAYED, _VARIED, _REARRANGED = 220_000, 850_000, 1_500_000
"""Cells to look at in random games, in variations and in rearrangements."""
_THINNED = 700_000
"""Cells to look at in rearrangements if all endings can be forced already."""
_SEED = 187
"""Other seeds do as well, but now and then miss one of the rarest endings that the tests demand."""
_LOOK_AT_A_FILE = 200
"""Cost, in cells, of testing whether a position is possible."""
_MOST_STEPS, _MOST_MOVES = 8, 40
"""With more steps or moves, hardly ever all of them have the same trait."""
_SELDOM = 3
"""Every so many positions, one is also tried in another half-move, or from the other side."""
_MOST_PIECES, _MOST_MARKS = 4, 24
"""Limits for random starts: fewer pieces and more marks leave a player sooner without moves."""
_MOST_KEPT = 4
_ENDINGS_FIRST = 2
"""So many positions of each ending are shown before other traits."""
_MISSED = Fraction(1, 20)
"""Acceptable probability that a bot that moves at random shows a mistake in no chosen position."""


@dataclass(frozen=True, slots=True)
class Decisive:
    """A position with a trait and the share of its moves that have the trait."""

    position: Position
    trait: Trait
    part: Fraction
    contacts: int
    """Number of neighbouring pairs of cells of different players."""


@lru_cache(maxsize=16)
def decisive_positions(game: AnyGame, request: StartRequest) -> tuple[Decisive, ...]:
    """Return positions for all traits that were found, each once. Raise BadRequest.

    Most endings are of several kinds at once, so that a position shows more traits than the one
    that it was found for. Positions whose trait others show well enough come last.
    """
    search = _Search(game)
    search.play(request)
    search.vary()
    search.rearrange()
    search.turn()
    needed = [
        (_display_rank(rank, trait), not trait.reasons, -decisive.part, decisive)
        for trait, best in search.best.items()
        for rank, decisive in enumerate(_needed_positions(best))
    ]
    shown: dict[Position, Decisive] = {}
    spare: dict[Position, Decisive] = {}
    missed: dict[Trait, Fraction] = {}
    for *_, decisive in sorted(needed, key=lambda entry: entry[:3]):
        if missed.get(decisive.trait, 1) < _MISSED and not decisive.trait.is_only:
            spare.setdefault(decisive.position, decisive)
        elif decisive.position not in shown:
            shown[decisive.position] = decisive
            for shown_trait in search.decisives(decisive.position):
                missed[shown_trait.trait] = missed.get(shown_trait.trait, 1) * (
                    1 - shown_trait.part
                )
    last = [decisive for position, decisive in spare.items() if position not in shown]
    return (*shown.values(), *last)


def _display_rank(rank: int, trait: Trait) -> int:
    """Return the rank of a position: endings are shown first, fine distinctions of them last."""
    if trait.is_fine_distinction:
        return rank + _ENDINGS_FIRST
    return rank // _ENDINGS_FIRST if trait.reasons else rank


def _needed_positions(best: list[Decisive]) -> Iterator[Decisive]:
    """Yield as many positions as hardly any bot with a mistake about the trait passes by chance."""
    missed = Fraction(1)
    for decisive in best:
        if missed < _MISSED or decisive.part < decisive.trait.least_part:
            return
        yield decisive
        # A second position in which only one move is legal shows no more than the first.
        if not decisive.trait.is_only:
            missed *= 1 - decisive.part


class _Search:
    """The best positions for each trait so far."""

    def __init__(self, game: AnyGame) -> None:
        self.best: dict[Trait, list[Decisive]] = {}
        self._game = game
        self._random = Random(_SEED)
        self._effort = 0

    def play(self, request: StartRequest) -> None:
        """Look at the positions of random games."""
        for seed in count():
            for position in random_game(self._game, self._start(request, seed), self._random):
                self._effort += self._playing_cost(position)
                for candidate in self._candidates_after(position):
                    self._look(candidate)
            if self._effort > _PLAYED:
                return

    def _start(self, request: StartRequest, seed: int) -> Position:
        pieces, marks = self._random.randint(1, _MOST_PIECES), self._random.randint(0, _MOST_MARKS)
        drawn = replace(request, seed=seed, pieces=pieces, marks=marks - marks % 2)
        try:
            return self._game.start(drawn if seed else request)
        except BadRequest:  # Not every game has starts with so few pieces and so many marks.
            return self._game.start(replace(request, seed=seed))

    def _playing_cost(self, position: Position) -> int:
        """Return the cost of playing a move."""
        return position.board.width * position.board.height * self._game.turn_length(position)

    def _candidates_after(self, position: Position) -> Iterator[Position]:
        """Yield the position, the position after a pass, and both at other half-moves."""
        if self._game.outcome(position):
            return
        for candidate in (position, *make_pass(self._game, position)):
            yield from self._moments(candidate)

    def _moments(self, position: Position) -> Iterator[Position]:
        """Yield the position as it is and, now and then, at another half-move."""
        yield position
        if self._random.randrange(_SELDOM) == 0:
            late = list(move_to_limit(self._game, position))
            yield from late or make_earlier(self._game, position)
            yield from change_points(self._game, position, self._random)

    def _look(self, position: Position) -> None:
        """Store the position for each trait that it shows better than the stored ones."""
        for decisive in self.decisives(position):
            self._store(decisive)

    def decisives(self, position: Position) -> Iterator[Decisive]:
        """Yield the traits of the legal moves, with their shares; none if there are many moves.

        Count the effort of playing the moves.
        """
        if len(list(islice(self._game.steps(position), _MOST_STEPS + 1))) > _MOST_STEPS:
            return
        moves = list(islice(self._game.moves(position), _MOST_MOVES + 1))
        if len(moves) > _MOST_MOVES:
            return
        self._effort += 2 * len(moves) * self._playing_cost(position)
        traits = Counter(trait for move in moves for trait in traits_of(self._game, position, move))
        lengths = [steps_of(move) for move in moves if steps_of(move)]
        if lengths == [self._game.turn_length(position)]:
            traits[Trait(position.player, is_only=True)] = 1
        touching = contacts(position.board)
        for trait, number in traits.items():
            yield Decisive(position, trait, Fraction(number, len(moves)), touching)

    def _store(self, new: Decisive) -> None:
        best = self.best.setdefault(new.trait, [])
        if any(new.position.board == decisive.position.board for decisive in best):
            return
        best.append(new)
        best.sort(key=lambda decisive: (decisive.part, decisive.contacts), reverse=True)
        del best[_MOST_KEPT:]

    def vary(self) -> None:
        """Change cells of the best positions."""
        self._effort = 0
        while self._effort < _VARIED and self.best:
            position = self._random.choice(
                self.best[self._random.choice(self._traits_to_vary())]
            ).position
            self._effort += self._playing_cost(position) + _LOOK_AT_A_FILE
            for variation in self._variations(position):
                for moment in self._moments(variation):
                    self._look(moment)

    def _traits_to_vary(self) -> list[Trait]:
        """Return traits to look for: mostly endings, first those that random positions lack."""
        endings = [trait for trait in self.best if trait.reasons]
        return self._random.choice([self._unforced_endings(), endings, list(self.best)]) or list(
            self.best
        )

    def _unforced_endings(self) -> list[Trait]:
        """Return the endings that no position forces."""
        return [
            trait
            for trait, (best, *_) in self.best.items()
            if trait.reasons and not trait.is_fine_distinction and best.part < 1
        ]

    def _variations(self, position: Position) -> Iterator[Position]:
        """Yield a similar position, if the chosen variation is possible."""
        if self._random.randrange(_SELDOM) == 0:
            return islice(turn_around(self._game, position), 1)
        return change_cells(self._game, position, self._random)

    def rearrange(self) -> None:
        """Move and remove pieces, for the endings that the fewest moves lead to.

        Where moves lead to nothing new, a board with few pieces may end in a way not seen yet.
        """
        self._effort = 0
        while True:
            # The positions that this finds for the first player are turned for the second one.
            impure = self._unforced_endings()
            endings = impure or [trait for trait in self.best if trait.reasons]
            first = [trait for trait in endings if trait.player == PLAYERS[0]]
            if not first or self._effort > (_REARRANGED if impure else _THINNED):
                return
            some = self._random.choices(first, k=_SELDOM)
            rarest = min(some, key=lambda trait: self.best[trait][0].part)
            position = self._random.choice(self.best[rarest]).position
            # Thinning is possible less often than the others.
            vary = self._random.choice(
                [change_cells, exchange_cells, remove_most_pieces, remove_most_pieces]
            )
            self._effort += self._playing_cost(position) + _LOOK_AT_A_FILE
            for variation in vary(self._game, position, self._random):
                self._look(variation)

    def turn(self) -> None:
        """Look at the best positions from the other side, so that both players have all."""
        for trait, best in list(self.best.items()):
            for decisive in best[: _MOST_KEPT if trait.reasons else 1]:
                for position in turn_around(self._game, decisive.position):
                    self._look(position)
        for trait, best in self.best.items():
            if trait.reasons:
                best[1:1] = self._transposed_positions(best[0])

    def _transposed_positions(self, best: Decisive) -> list[Decisive]:
        """Return the position with rows and columns exchanged, if it shows the same."""
        shown_by_twin = (self.decisives(twin) for twin in transpose(self._game, best.position))
        return [
            decisive
            for decisives in shown_by_twin
            for decisive in decisives
            if (decisive.trait, decisive.part) == (best.trait, best.part)
        ]


def contacts(board: Board) -> int:
    """Return the number of neighbouring pairs of cells of different players."""
    first, second = PLAYERS
    return sum(
        board[near] == second for cell in board.where(first) for near in board.neighbours(cell)
    )
