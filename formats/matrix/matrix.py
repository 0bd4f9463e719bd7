"""The contents of a matrix.txt, and the canonical form in which they are written."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property

from formats.game import Player, Position
from formats.games import AnyGame
from formats.matrix.body import GAME
from formats.outcome import Outcome, Winner
from formats.seconds import write_seconds, written_seconds


@dataclass(frozen=True)
class Matrix:
    game: AnyGame
    position: Position
    winner: Winner | None = None
    times: tuple[Decimal, Decimal] = (Decimal(30), Decimal(30))
    known_outcome: tuple[Outcome | None, ...] = field(default=(), compare=False, repr=False)
    """The outcome, if it is known already: then the rules need not be asked."""

    @cached_property
    def outcome(self) -> Outcome | None:
        """The outcome by the rules of the game, whatever winner is written."""
        return self.known_outcome[0] if self.known_outcome else self.game.outcome(self.position)

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
        # Times do not change the outcome.
        known = (self.outcome,) if "outcome" in vars(self) else self.known_outcome
        return Matrix(self.game, self.position, self.winner, times, known)

    def followed_by(self, position: Position, outcome: Outcome | None) -> Matrix:
        """Return the matrix for the other player after a move to the position, with its outcome."""
        winner = outcome.winner if outcome else None
        # A given outcome may be by repetition, which the rules of the game do not know.
        known = (None,) if outcome is None else ()
        return Matrix(self.game, position, winner, self.times, known)


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


def _footer_lines(matrix: Matrix) -> list[str]:
    game = matrix.game
    position = matrix.position
    state = dict(zip(game.state_lines, position.state, strict=True))
    values = {"rules": game.rules_line, "last": position.last, **state}
    lines = [f"{key} {values[key]}" for key in game.footers if values.get(key)]
    return [f"{GAME} {game.name}", *lines] if game.footers else []
