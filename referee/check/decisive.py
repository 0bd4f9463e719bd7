"""Decisive positions: where the rules end the game whatever is played, and where they nearly do.

A bot that knows a rule wrongly may go a hundred positions without showing it, since it chooses its
moves. So positions are looked for that leave it no choice: where each legal move ends the game in
one way, or as many as possible do. They are found by the law of any game alone. Random games are
played, and where few moves are left, each is tried for its traits: what ends the game after it, who
wins and gains by that, whether there is more on the board of what it took, whether its turn was cut
short, how little the other player can do, in which way it changed the board. For each trait and
each player those positions are kept in which the greatest part of the moves has it; of equal ones
those in which the sides touch more, where more is forbidden. Then these are varied, a few cells at
a time, which finds what is rare, and makes it purer; at last pieces are moved and taken away, for
endings that need a board with few of them.

The search is the same each time; another seed or effort may miss the rarest endings, which its
tests would tell. The effort is counted in cells, so that a large board is not looked at for longer
than a small one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import count, islice
from random import Random

from formats.board import Board
from formats.game import PLAYERS, BadRequest, Position, StartRequest
from formats.game_tree import random_game
from formats.games import AnyGame
from referee.check.traits import Trait, steps_of, traits_of
from referee.check.variations import (
    at_the_limit,
    changed,
    exchanged,
    passed,
    scored,
    sooner,
    thinned,
    transposed,
    turned,
)

_PLAYED, _VARIED, _REARRANGED = 220_000, 850_000, 1_500_000
"""Cells that may be looked at in random games, and in two kinds of variations of those found."""
_THINNED = 700_000
"""The same in the last kind, where all endings can be forced already."""
_SEED = 187
"""Others find as much, but now and then miss one of the rarest: see the slips of the tests."""
_LOOK_AT_A_FILE = 200
"""What it costs to see whether a position is possible, in cells."""
_MOST_STEPS, _MOST_MOVES = 8, 40
"""Where more is possible, hardly ever has all of it the same trait."""
_SELDOM = 3
"""One in this many positions is also tried in another half-move, or from the other side."""
_MOST_PIECES, _MOST_MARKS = 4, 24
"""Of a random start: the fewer pieces and the more marks, the sooner one is without a move."""
_MOST_KEPT = 4
_ENDINGS_FIRST = 2
"""So many positions of each ending are shown before what else there is."""
_MISSED = Fraction(1, 20)
"""How probable it may be that a bot which plays at random shows nothing in the kept positions."""


@dataclass(frozen=True, slots=True)
class Decisive:
    """A position, and the trait that a part of its moves has."""

    position: Position
    trait: Trait
    part: Fraction
    contacts: int
    """How often two of different sides touch."""


@lru_cache(maxsize=16)
def decisive_positions(game: AnyGame, request: StartRequest) -> tuple[Decisive, ...]:
    """Positions for each trait that was found, each once. Raises BadRequest.

    Most endings are of several kinds at once, so that a position shows more than the trait that it
    was found for. Those whose trait has been shown well enough by others come last.
    """
    search = _Search(game)
    search.play(request)
    search.vary()
    search.rearrange()
    search.turn()
    needed = [
        (_turn_of(rank, trait), not trait.reasons, -each.part, each)
        for trait, found in search.found.items()
        for rank, each in enumerate(_needed(found))
    ]
    shown: dict[Position, Decisive] = {}
    spare: dict[Position, Decisive] = {}
    missed: dict[Trait, Fraction] = {}
    for *_, each in sorted(needed, key=lambda entry: entry[:3]):
        if missed.get(each.trait, 1) < _MISSED and not each.trait.is_only:
            spare.setdefault(each.position, each)
        elif each.position not in shown:
            shown[each.position] = each
            for also in search.shown(each.position):
                missed[also.trait] = missed.get(also.trait, 1) * (1 - also.part)
    return tuple((shown | {there: spare[there] for there in spare if there not in shown}).values())


def _turn_of(rank: int, trait: Trait) -> int:
    """How soon it is shown: endings first, and what is told of them most finely last."""
    if trait.is_fine:
        return rank + _ENDINGS_FIRST
    return rank // _ENDINGS_FIRST if trait.reasons else rank


def _needed(found: list[Decisive]) -> Iterator[Decisive]:
    """As many as show the trait of a bot whatever it plays."""
    missed = Fraction(1)
    for each in found:
        if missed < _MISSED or each.part < each.trait.least_part:
            return
        yield each
        if not each.trait.is_only:  # which is as good in one position as in the next
            missed *= 1 - each.part


class _Search:
    """What was found so far, the best first."""

    def __init__(self, game: AnyGame) -> None:
        self.found: dict[Trait, list[Decisive]] = {}
        self._game = game
        self._lot = Random(_SEED)
        self._effort = 0

    def play(self, request: StartRequest) -> None:
        """Looks at the positions of random games."""
        for seed in count():
            for position in random_game(self._game, self._start(request, seed), self._lot):
                self._effort += self._cells(position)
                for seen in self._seen_of(position):
                    self._look(seen)
            if self._effort > _PLAYED:
                return

    def _start(self, request: StartRequest, seed: int) -> Position:
        pieces, marks = self._lot.randint(1, _MOST_PIECES), self._lot.randint(0, _MOST_MARKS)
        drawn = replace(request, seed=seed, pieces=pieces, marks=marks - marks % 2)
        try:
            return self._game.start(drawn if seed else request)
        except BadRequest:  # not every game has starts of so few pieces and so many marks
            return self._game.start(replace(request, seed=seed))

    def _cells(self, position: Position) -> int:
        """What it costs to play a move."""
        return position.board.width * position.board.height * self._game.turn_length(position)

    def _seen_of(self, position: Position) -> Iterator[Position]:
        """The position, the same after a pass, and each in the last half-move."""
        if self._game.outcome(position):
            return
        for seen in (position, *passed(self._game, position)):
            yield from self._moments(seen)

    def _moments(self, position: Position) -> Iterator[Position]:
        """The position as it is, and now and then in another half-move."""
        yield position
        if self._lot.randrange(_SELDOM) == 0:
            late = list(at_the_limit(self._game, position))
            yield from late or sooner(self._game, position)
            yield from scored(self._game, position, self._lot)

    def _look(self, position: Position) -> None:
        """Keeps the position if it shows something better than those that are kept."""
        for each in self.shown(position):
            self._keep(each)

    def shown(self, position: Position) -> Iterator[Decisive]:
        if len(list(islice(self._game.steps(position), _MOST_STEPS + 1))) > _MOST_STEPS:
            return
        moves = list(islice(self._game.moves(position), _MOST_MOVES + 1))
        if len(moves) > _MOST_MOVES:
            return
        self._effort += 2 * len(moves) * self._cells(position)
        traits = Counter(trait for move in moves for trait in traits_of(self._game, position, move))
        lengths = [steps_of(move) for move in moves if steps_of(move)]
        if lengths == [self._game.turn_length(position)]:
            traits[Trait(position.player, is_only=True)] = 1
        touching = contacts(position.board)
        for trait, number in traits.items():
            yield Decisive(position, trait, Fraction(number, len(moves)), touching)

    def _keep(self, new: Decisive) -> None:
        found = self.found.setdefault(new.trait, [])
        if any(new.position.board == each.position.board for each in found):
            return
        found.append(new)
        found.sort(key=lambda each: (each.part, each.contacts), reverse=True)
        del found[_MOST_KEPT:]

    def vary(self) -> None:
        """Changes cells of what was found."""
        self._effort = 0
        while self._effort < _VARIED and self.found:
            position = self._lot.choice(self.found[self._lot.choice(self._wanted())]).position
            varied = self._varied(position)
            self._effort += self._cells(position) + _LOOK_AT_A_FILE
            if varied is not None:
                for seen in self._moments(varied):
                    self._look(seen)

    def _wanted(self) -> list[Trait]:
        """Traits to look for: mostly endings, first those that random positions do not show."""
        endings = [trait for trait in self.found if trait.reasons]
        return self._lot.choice([self._impure(), endings, list(self.found)]) or list(self.found)

    def _impure(self) -> list[Trait]:
        """Endings that no position forces."""
        return [
            trait
            for trait, (best, *_) in self.found.items()
            if trait.reasons and not trait.is_fine and best.part < 1
        ]

    def _varied(self, position: Position) -> Position | None:
        """Another position like it, if there is one."""
        if self._lot.randrange(_SELDOM) == 0:
            return next(turned(self._game, position), None)
        return changed(self._game, position, self._lot)

    def rearrange(self) -> None:
        """Moves and thins out pieces, for the endings that the fewest moves lead to.

        Where moves lead to nothing else, a board with few pieces may end in a way not seen yet.
        """
        self._effort = 0
        while True:
            # What the first player finds so is turned for the second one.
            impure = self._impure()
            endings = impure or [trait for trait in self.found if trait.reasons]
            first = [trait for trait in endings if trait.player == PLAYERS[0]]
            if not first or self._effort > (_REARRANGED if impure else _THINNED):
                return
            some = self._lot.choices(first, k=_SELDOM)
            rarest = min(some, key=lambda trait: self.found[trait][0].part)
            position = self._lot.choice(self.found[rarest]).position
            vary = self._lot.choice([changed, exchanged, thinned, thinned])  # this fails oftener
            varied = vary(self._game, position, self._lot)
            self._effort += self._cells(position) + _LOOK_AT_A_FILE
            if varied is not None:
                self._look(varied)

    def turn(self) -> None:
        """Looks at what was found from the other side, so that both have all."""
        for trait, found in list(self.found.items()):
            for each in found[: _MOST_KEPT if trait.reasons else 1]:
                for position in turned(self._game, each.position):
                    self._look(position)
        for trait, found in self.found.items():
            if trait.reasons:
                found[1:1] = self._transposed(found[0])

    def _transposed(self, best: Decisive) -> list[Decisive]:
        """The same with rows for columns, if it is the same."""
        twins = (self.shown(there) for there in transposed(self._game, best.position))
        return [
            twin
            for shown in twins
            for twin in shown
            if (twin.trait, twin.part) == (best.trait, best.part)
        ]


def contacts(board: Board) -> int:
    """How often two of different sides touch on the board."""
    first, second = PLAYERS
    return sum(
        board[near] == second for cell in board.where(first) for near in board.neighbours(cell)
    )
