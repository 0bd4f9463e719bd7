"""Virus War: players for all rule sets, and positions for tests and analysis."""

from bot.solution import Solution, Tell

STYLES: tuple[str, ...]

class Position:
    """A position of Virus War, at the start of a turn or within one, for tests and analysis."""

    def __init__(self, text: bytes) -> None: ...
    def steps(self) -> list[str]:
        """The cells that can be stepped on now; none where the game is over."""
    def step(self, name: str) -> None:
        """Makes a step, or passes. Raises ValueError if that cannot be done now."""
    def may_pass(self) -> bool:
        """Whether the player may pass now: at the start of a turn, if the rules let him."""
    def made(self) -> int:
        """How many steps of an unfinished turn are made."""
    def outcome(self) -> str:
        """Who has won: A or B; D for a draw; U while the game goes on."""
    def perft(self, depth: int) -> int:
        """How many sequences of exactly so many steps lead on, without passes."""
    def file(self) -> bytes:
        """The matrix.txt of a position at the start of a turn; nobody's time has run."""
    def choose(self, style: str, seed: int = 0, nodes: int = 0, seconds: float = 0.0) -> str:
        """The turn, or the rest of it, that a style makes after so many playouts or seconds."""
    def sample(
        self, style: str, seed: int = 0, nodes: int = 0, least: int = 0
    ) -> tuple[str, bytes]:
        """The champion's turn, and what it thought of each position visited so often."""
    def solve(
        self,
        seconds: float,
        limit: int | None = None,
        tell: Tell | None = None,
        all_moves: bool = True,
        cores: int = 1,
    ) -> Solution:
        """What it is worth, after so much processor time; the draw comes after half-move limit.

        There is a turn for each step that a turn can begin with: the best one found. Without
        `all_moves` only the value is asked.
        """

def rollouts(text: bytes, count: int, seed: int = 1, portable: bool = False) -> int:
    """The number of steps made in so many random games from the position of a file."""
