"""Solution of MMPeshki's start with full rows and no marks, as far as time allows.

Run by ``arena bench full_rows -- --seconds 7200 --megabytes 8192``, which searches by alpha-beta
alone, depth by depth; with ``--proof-numbers``, proof-number search follows after a while, on
``--cores`` cores; with ``--notes FILE`` it continues from the state last written to the file. With
``--after "a1-b2 c8-b7"`` these moves are made first. The script prints each depth that was
finished, or a line every ten minutes, with the best move, and at the end the value, proven or
estimated.
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
"""Number of nodes at which alpha-beta never hands over to proof numbers."""
_FIRST = 100_000_000
"""Number of nodes that alpha-beta searches before the proof numbers."""
_A_WHILE = 600.0
"""Seconds between lines."""


class Lines:
    """Printer of a line for each new depth, and of one now and then at a depth that takes long."""

    def __init__(self) -> None:
        self._depth = 0
        self._printed_at = 0.0

    def tell(self, progress: Progress) -> None:
        """Print a line if one is due; the solver calls this a few times a second."""
        if progress.depth != self._depth or progress.seconds >= self._printed_at + _A_WHILE:
            self._depth = progress.depth
            self._printed_at = progress.seconds
            effort = f"{progress.nodes / 1e6:,.0f} M nodes, {progress.seconds:.0f} s"
            method = f"depth {progress.depth}" if progress.depth else "proof numbers"
            print(f"{method}: {progress.best}, {effort}", flush=True)


def full_rows(moves: Iterable[str]) -> Position:
    """Return the start, as ``arena start mmpeshki`` prints it, after these moves.

    Raise ValueError for a move that is not legal there.
    """
    game = all_games()["mmpeshki"]()
    position = Position(write_matrix(Matrix(game, game.start(StartRequest()))).encode())
    for move in moves:
        position.step(move)
    return position


def main() -> None:
    """Solve the position, or print how far the search has come."""
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
    verdict = (
        f"{value.winner} in {value.half_moves} half-moves at the most"
        if value.proven
        else f"not proven, a chance of {value.chance:.0%} for the player to move"
    )
    print(f"{verdict}, with {solution.best}; {solution.nodes / 1e6:,.0f} M nodes")


if __name__ == "__main__":
    main()
