"""Types of the Python part of `kernel.pyx`."""

from bot.solution import Solution as Solution
from bot.solution import Tell
from bot.solution import Value as Value

STYLES: tuple[str, ...]

class Position:
    """A position of a game, from the text of a matrix.txt; ValueError if that is malformed."""

    def __init__(self, text: bytes) -> None: ...
    def steps(self) -> list[str]:
        """Return the moves of the player to move, even if the game is over."""

    def step(self, name: str) -> None:
        """Make a move; raise ValueError if it is not legal."""

    def outcome(self) -> str:
        """Return the winner; D for a draw, U while the game goes on."""

    def perft(self, depth: int) -> int:
        """Return the number of sequences of ``depth`` moves."""

    def file(self) -> bytes:
        """Return the position as a matrix.txt, with the times as they were read."""

    def choose(self, style: str, seed: int = 0, nodes: int = 0, seconds: float = 0.0) -> str:
        """Return the move of the program in a style."""

    def solve(
        self,
        seconds: float,
        limit: int | None = None,
        tell: Tell | None = None,
        all_moves: bool = True,
        megabytes: int = 512,
        easy: int = 4_000_000,
        cores: int = 1,
        notes: str = "",
        nodes: int = 0,
    ) -> Solution:
        """Return the value of the position after ``seconds`` at most; ``limit`` makes a draw.

        With more than one core, another run finds the same values, but not always with the same
        moves.

        Without `all_moves`, the result has only the value, as soon as it is proven. The table takes
        so many megabytes, and a fifth more. After so many easy nodes, proof numbers follow
        alpha-beta, with a thread for each core. A proof of several days goes on from the file of
        notes; OSError is raised if that is of another position, or cannot be written. The number of
        nodes, if it is not 0, limits the search of a position, except by proof numbers.
        """
