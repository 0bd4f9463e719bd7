"""The rule that a sequence of moves that is repeated three times in a row is a draw.

It does not hold where boards only change one way, and nothing moves back, revives or reappears:
such a game says so (``can_repeat``), and the same text of a move may be another move there.
"""

from __future__ import annotations

from collections.abc import Sequence

from formats.game import Position
from formats.games import AnyGame
from formats.outcome import REPETITION, Outcome

TIMES = 3
REPEATED = Outcome("D", REPETITION)


def outcome_of(game: AnyGame, position: Position, moves: Sequence[object]) -> Outcome | None:
    """Return the outcome of a game with these moves: by its rules, or by repetition."""
    return game.outcome(position) or repetition_in(game, moves)


def repetition_in(game: AnyGame, moves: Sequence[object]) -> Outcome | None:
    """Return the draw if these moves of the game end in a repetition."""
    return REPEATED if game.can_repeat and is_repeated(moves) else None


def is_repeated(moves: Sequence[object], times: int = TIMES) -> bool:
    """Return whether the moves of a game end in a sequence that is repeated so often.

    A sequence has moves of both players, so that its length is even.
    """
    longest = len(moves) // times
    return any(_ends_in(moves, length, times) for length in range(2, longest + 1, 2))


def _ends_in(moves: Sequence[object], length: int, times: int) -> bool:
    return all(moves[-n] == moves[-n - length] for n in range(1, length * (times - 1) + 1))
