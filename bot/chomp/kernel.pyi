"""Chomp: a perfect player as far as the bar can be solved, and weaker ones to play against."""

from bot.solution import Solution, Tell

STYLES: tuple[str, ...]

class Position:
    """A position of Chomp, for tests and analysis."""

    def __init__(self, text: bytes) -> None: ...
    def steps(self) -> list[str]: ...
    def step(self, name: str) -> None: ...
    def outcome(self) -> str: ...
    def perft(self, depth: int) -> int: ...
    def file(self) -> bytes: ...
    def choose(self, style: str, seed: int = 0, nodes: int = 0, seconds: float = 0.0) -> str: ...
    def solve(
        self,
        seconds: float,
        limit: int | None = None,
        tell: Tell | None = None,
        all_moves: bool = True,
        cores: int = 1,
    ) -> Solution:
        """Return the winner, unless the bar is too large or a draw by the limit can come first."""
