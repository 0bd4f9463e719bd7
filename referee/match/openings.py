"""Starts of the games of a match: always the same position, or a random one for each pair.

Two deterministic bots play the same game from the same position again and again. So a match uses
new starts: drawn ones in games that can draw them, and in the others some random moves from the
game's own start, which must not decide the game. Both bots play each start from both sides, so that
it does not matter whom it favours.
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
"""Random moves that make a position new, in games with only one start."""
_MORE_MOVES = 3
"""Additional moves, for games with few first moves, in which fewer make nothing new."""
_TRIES = 200
_MOST_KNOWN = 20
"""After so many known positions in a row there are hardly any others."""
_LARGEST_SEED = 1 << 32


@dataclass(frozen=True, slots=True)
class Openings:
    """The choice of start positions for a match."""

    seed: int
    moves: int | None = None
    """Random moves from each start; None makes just enough for the positions to differ."""

    def of_game(self, game: AnyGame, request: StartRequest, time: Decimal) -> Iterator[Matrix]:
        """Yield start positions of a game, without end. Raise BadRequest."""
        times = (time, time)
        if "seed" in game.start_options:
            seeds = (Random(f"{self.seed} {n}").randrange(_LARGEST_SEED) for n in count())
            starts = (game.start(replace(request, seed=seed)) for seed in seeds)
            matrices = (Matrix(game, start, times=times) for start in starts)
            return self._with_random_moves(matrices, repeat([self.moves or 0]))
        start = Matrix(game, game.start(request), times=times)
        if self.moves is not None:
            return self._with_random_moves(repeat(start), repeat([self.moves]))
        lengths = range(FEW_MOVES, FEW_MOVES + _MORE_MOVES + 1)
        return self._with_random_moves(repeat(start), chain([[0]], repeat(lengths)))

    def of_files(self, matrices: Sequence[Matrix]) -> Iterator[Matrix]:
        """Yield these positions in turn, without end."""
        return self._with_random_moves(cycle(matrices), repeat([self.moves or 0]))

    def _with_random_moves(
        self, starts: Iterator[Matrix], length_choices: Iterator[Sequence[int]]
    ) -> Iterator[Matrix]:
        """Yield the starts after random moves, as many as one of the lengths for each start."""
        known: set[Position] = set()
        for number, (start, allowed_lengths) in enumerate(
            zip(starts, length_choices, strict=False)
        ):
            random = Random(f"{self.seed} opening {number}")
            position = _opening(start, allowed_lengths, random, known)
            known.add(position)
            yield replace(start, position=position)


def _opening(
    start: Matrix, lengths: Sequence[int], random: Random, known: set[Position]
) -> Position:
    """Return the position after random moves; if possible, a new one that is not decided.

    The first of the lengths that leads to a new position is used.
    """
    if lengths[0] == 0:
        return start.position
    position = None
    for length in lengths:
        for position in islice(_undecided_positions(start, length, random), _MOST_KNOWN):
            if position not in known:
                return position
    return position or start.position


def _undecided_positions(start: Matrix, length: int, random: Random) -> Iterator[Position]:
    """Yield positions after so many random moves, from all tries that lead to an undecided one."""
    for _ in range(_TRIES):
        played = list(islice(random_game(start.game, start.position, random), length + 1))
        if len(played) == length + 1 and _is_undecided(start.game, played[-1]):
            yield played[-1]


def _is_undecided(game: AnyGame, position: Position) -> bool:
    """Return whether the player to move neither can win at once nor must lose at once."""
    if game.outcome(position):
        return False
    ends = [game.outcome(game.perform(position, move)) for move in game.moves(position)]
    return all(end is None or end.winner != position.player for end in ends) and None in ends
