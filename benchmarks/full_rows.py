"""The start of MMPeshki on full rows without marks, for as long as there is time.

Run by ``arena bench full_rows -- --seconds 7200 --megabytes 8192``, which searches by alpha-beta
alone, depth by depth; with ``--proof-numbers``, by these after a while, on ``--cores`` many, and
with ``--notes FILE`` they go on where they were when they last wrote that file. With ``--after
"a1-b2 c8-b7"`` these moves are made first. It prints each depth that was finished, or a line every
ten minutes, with the best move, and at the end the value, proven or estimated.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from bot.mmpeshki.kernel import Position
from bot.solution import Progress
from formats.game import StartRequest
from formats.games import all_games
from formats.matrix import Matrix, write_matrix

_ALL = 1 << 62
"""Nodes: alpha-beta goes on alone, depth by depth."""
_FIRST = 100_000_000
"""Nodes that alpha-beta has before the proof numbers."""
_A_WHILE = 600.0
"""Seconds between lines."""


class Lines:
    """Prints a line for each depth as it is reached, and now and then where that takes long."""

    def __init__(self) -> None:
        self._depth = 0
        self._told = 0.0

    def tell(self, progress: Progress) -> None:
        """Called a few times a second."""
        if progress.depth != self._depth or progress.seconds >= self._told + _A_WHILE:
            self._depth = progress.depth
            self._told = progress.seconds
            took = f"{progress.nodes / 1e6:,.0f} M nodes, {progress.seconds:.0f} s"
            how = f"depth {progress.depth}" if progress.depth else "proof numbers"
            print(f"{how}: {progress.best}, {took}", flush=True)


def full_rows(moves: Iterable[str]) -> Position:
    """The start, as ``arena start mmpeshki`` prints it, after these moves.

    ValueError for one that is not legal there.
    """
    game = all_games()["mmpeshki"]()
    position = Position(write_matrix(Matrix(game, game.start(StartRequest()))).encode())
    for move in moves:
        position.step(move)
    return position


def main() -> None:
    """Solves it, or says how far it has come."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="of processor time")
    parser.add_argument("--megabytes", type=int, default=512, help="for what has been seen")
    parser.add_argument("--proof-numbers", action="store_true", help="go on by proof numbers")
    parser.add_argument("--cores", type=int, default=1, help="how many are at the proof numbers")
    parser.add_argument("--notes", default="", help="a file for the proof numbers to go on with")
    parser.add_argument("--after", default="", metavar="MOVES", help="that are made first")
    request = parser.parse_args()
    if request.notes and not request.proof_numbers:
        parser.error("--notes are of --proof-numbers")
    try:
        position = full_rows(request.after.split())
    except ValueError as error:
        parser.error(f"--after: {error}")
    solution = position.solve(
        request.seconds,
        tell=Lines().tell,
        all_moves=False,
        megabytes=request.megabytes,
        easy=_FIRST if request.proof_numbers else _ALL,
        cores=request.cores,
        notes=request.notes,
    )
    value = solution.value
    said = (
        f"{value.winner} in {value.half_moves} half-moves at the most"
        if value.proven
        else f"not proven, a chance of {value.chance:.0%} for the player to move"
    )
    print(f"{said}, with {solution.best}; {solution.nodes / 1e6:,.0f} M nodes")


if __name__ == "__main__":
    main()
