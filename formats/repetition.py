"""A sequence of moves that is repeated three times in a row is a draw.

Where boards only change one way, and nothing moves back, comes to life again or is un-eaten, it
cannot occur: such a law says so (``can_repeat``). The rule holds for any game all the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from formats.game import Position
from formats.games import AnyGame
from formats.outcome import REPETITION, Outcome

TIMES = 3
REPEATED = Outcome("D", REPETITION)


def outcome_of(game: AnyGame, position: Position, moves: Sequence[object]) -> Outcome | None:
    """How a game has ended, all of whose moves are known: by its law, or by repetition."""
    return game.outcome(position) or (REPEATED if is_repeated(moves) else None)


def is_repeated(moves: Sequence[object], times: int = TIMES) -> bool:
    """Whether the moves of a game, the last of them included, end in a series repeated so often.

    A series is of both players' moves, so that it has an even number of half-moves.
    """
    longest = len(moves) // times
    return any(_ends_in(moves, length, times) for length in range(2, longest + 1, 2))


def _ends_in(moves: Sequence[object], length: int, times: int) -> bool:
    return all(moves[-n] == moves[-n - length] for n in range(1, length * (times - 1) + 1))
