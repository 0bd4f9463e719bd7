"""The start of MMPeshki on full rows without marks, for as long as there is time.

Run by ``arena bench full_rows -- --seconds 7200 --megabytes 8192``. It prints each depth that was
finished, with the best move, and at the end the value, proven or estimated.
"""

from __future__ import annotations

import argparse

from bot.mmpeshki import Position
from bot.solution import Progress
from formats.game import Start
from formats.games import all_games
from formats.matrix import Matrix, write

_ALL = 1 << 62
"""Nodes: alpha-beta goes on alone, depth by depth."""


class Depths:
    """Prints a line for each depth as it is reached."""

    def __init__(self) -> None:
        self._depth = 0

    def tell(self, progress: Progress) -> None:
        """Called a few times a second."""
        if progress.depth > self._depth:
            self._depth = progress.depth
            took = f"{progress.nodes / 1e6:,.0f} M nodes, {progress.seconds:.0f} s"
            print(f"depth {progress.depth}: {progress.best}, {took}", flush=True)


def full_rows() -> Position:
    """The start, as ``arena start mmpeshki`` prints it."""
    game = all_games()["mmpeshki"]()
    return Position(write(Matrix(game, game.start(Start()))).encode())


def main() -> None:
    """Solves it, or says how far it has come."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="of processor time")
    parser.add_argument("--megabytes", type=int, default=512, help="for what has been seen")
    wish = parser.parse_args()
    solution = full_rows().solve(
        wish.seconds,
        tell=Depths().tell,
        all_moves=False,
        megabytes=wish.megabytes,
        easy=_ALL,
    )
    print(f"{solution.value}, with {solution.best}; {solution.nodes / 1e6:,.0f} M nodes")


if __name__ == "__main__":
    main()
