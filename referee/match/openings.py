"""Where the games of a match start: always the same position, or one drawn by lot for each pair.

Two bots that play without luck play the same game from the same position again and again. So a
match goes on from new ones: in MMPeshki a start position drawn by lot, in the other games some
random moves from the game's own start. Both bots play each of them from both sides, so that it
does not matter whom it favours, as long as it is not decided already.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import chain, count, cycle, islice, repeat
from random import Random

from formats.game import Position, StartRequest
from formats.game_tree import random_game
from formats.games import AnyGame
from formats.matrix import Matrix

FEW_MOVES = 2
"""Random moves that make a position new, where the game has only one start."""
_MORE_MOVES = 3
"""As many more may be made where the game has few first moves, and so few make nothing new."""
_TRIES = 200
_ALL_KNOWN = 20
"""Positions in a row that were had before: then there are hardly any others."""
_LARGEST_SEED = 1 << 32


@dataclass(frozen=True, slots=True)
class Openings:
    """What the start positions of a match should be like."""

    seed: int
    moves: int | None = None
    """Random moves made from each start; by default, just enough to make the positions differ."""

    def of_game(self, game: AnyGame, request: StartRequest, time: Decimal) -> Iterator[Matrix]:
        """Start positions of a game, without end. Raises BadRequest."""
        times = (time, time)
        if "seed" in game.start_options:
            seeds = (Random(f"{self.seed} {n}").randrange(_LARGEST_SEED) for n in count())
            starts = (game.start(replace(request, seed=seed)) for seed in seeds)
            matrices = (Matrix(game, start, times=times) for start in starts)
            return self._played_on(matrices, repeat([self.moves or 0]))
        start = Matrix(game, game.start(request), times=times)
        if self.moves is not None:
            return self._played_on(repeat(start), repeat([self.moves]))
        enough = range(FEW_MOVES, FEW_MOVES + _MORE_MOVES + 1)
        return self._played_on(repeat(start), chain([[0]], repeat(enough)))

    def of_files(self, matrices: Sequence[Matrix]) -> Iterator[Matrix]:
        """These positions in turn, without end."""
        return self._played_on(cycle(matrices), repeat([self.moves or 0]))

    def _played_on(
        self, starts: Iterator[Matrix], lengths: Iterator[Sequence[int]]
    ) -> Iterator[Matrix]:
        seen: set[Position] = set()
        for number, (start, allowed) in enumerate(zip(starts, lengths, strict=False)):
            lot = Random(f"{self.seed} opening {number}")
            position = _opening(start, allowed, lot, seen)
            seen.add(position)
            yield replace(start, position=position)


def _opening(start: Matrix, lengths: Sequence[int], lot: Random, seen: set[Position]) -> Position:
    """The position after so many random moves; if possible, a new one that is not decided.

    The first of the lengths that leads to a new one is enough.
    """
    if lengths[0] == 0:
        return start.position
    found = None
    for length in lengths:
        for found in islice(_open_positions(start, length, lot), _ALL_KNOWN):
            if found not in seen:
                return found
    return found or start.position


def _open_positions(start: Matrix, length: int, lot: Random) -> Iterator[Position]:
    """Positions after so many random moves, as many of the tries as are not decided."""
    for _ in range(_TRIES):
        played = list(islice(random_game(start.game, start.position, lot), length + 1))
        if len(played) == length + 1 and _is_open(start.game, played[-1]):
            yield played[-1]


def _is_open(game: AnyGame, position: Position) -> bool:
    """Whether the game goes on, and the player to move can neither win at once nor must lose."""
    if game.outcome(position):
        return False
    ends = [game.outcome(game.perform(position, move)) for move in game.moves(position)]
    return all(end is None or end.winner != position.player for end in ends) and None in ends
