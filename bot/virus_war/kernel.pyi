"""Virus War: players for all rule sets, and positions for tests and analysis."""

from bot.solution import Solution, Tell

STYLES: tuple[str, ...]

class Position:
    """A position of Virus War, at the start of a turn or within one, for tests and analysis."""

    def __init__(self, text: bytes) -> None: ...
    def steps(self) -> list[str]:
        """Return the cells that can be stepped on now; none if the game is over."""
    def step(self, name: str) -> None:
        """Make a step, or pass; raise ValueError if that is not legal now."""
    def may_pass(self) -> bool:
        """Return whether the player may pass now: at the start of a turn, if the rules allow it."""
    def made(self) -> int:
        """Return the number of steps made in an unfinished turn."""
    def outcome(self) -> str:
        """Return the winner: A or B; D for a draw; U while the game goes on."""
    def perft(self, depth: int) -> int:
        """Return the number of sequences of ``depth`` steps without passes."""
    def file(self) -> bytes:
        """Return the matrix.txt of a position at the start of a turn, with the times as read."""
    def choose(self, style: str, seed: int = 0, nodes: int = 0, seconds: float = 0.0) -> str:
        """Return the turn, or its rest, that a style chooses after some playouts or seconds."""
    def sample(
        self, style: str, seed: int = 0, nodes: int = 0, least: int = 0
    ) -> tuple[str, bytes]:
        """Return the champion's turn, and samples of positions with at least ``least`` visits."""
    def solve(
        self,
        seconds: float,
        limit: int | None = None,
        tell: Tell | None = None,
        all_moves: bool = True,
        cores: int = 1,
    ) -> Solution:
        """Return the value of the position after ``seconds`` at most; ``limit`` makes a draw.

        The result has the best turn found for each possible first step. Without `all_moves` it has
        only the value.
        """

def rollouts(text: bytes, count: int, seed: int = 1, portable: bool = False) -> int:
    """Play random games from the position of a file, and return the number of their steps."""
