"""What `kernel.pyx` offers to Python."""

from bot.solution import Solution as Solution
from bot.solution import Tell
from bot.solution import Value as Value

STYLES: tuple[str, ...]

class Position:
    """A position of a game, from the text of a matrix.txt; ValueError if it is malformed."""

    def __init__(self, text: bytes) -> None: ...
    def steps(self) -> list[str]:
        """The moves that the player to move has, even where the game is over."""

    def step(self, name: str) -> None:
        """Makes a legal move; ValueError if it is none."""

    def outcome(self) -> str:
        """Who has won; D for a draw, U while the game goes on."""

    def perft(self, depth: int) -> int:
        """The number of sequences of exactly that many moves."""

    def file(self) -> bytes:
        """The position as a matrix.txt, with the times as they were read."""

    def choose(self, style: str, seed: int = 0, nodes: int = 0, seconds: float = 0.0) -> str:
        """The move that the program would make in that style."""

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
        """What it is worth, after that many seconds; the draw comes after half-move limit.

        With more than one core, another run finds the same values, but not always by the same
        moves.

        Without `all_moves` only the value is asked, as soon as it is proven. What has been seen
        is kept in so many megabytes, and a fifth as much again. After so many easy nodes, proof
        numbers take over from alpha-beta, with as many threads as there are cores. Where that takes
        days, they go on with what they left in a file of notes; OSError if it is of another
        position, or cannot be written. More nodes than these, if any are named, are not spent on
        a position, but by proof numbers.
        """
