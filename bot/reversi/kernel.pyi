"""Types of the Python part of `kernel.pyx`."""

STYLES: tuple[str, ...]
LARGEST_BOARD: tuple[int, int]

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
