"""What `kernel.pyx` offers to Python."""

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
