"""How much of MMPeshki the solver solves, and how fast, on one core.

Run by ``arena bench mmpeshki_solve``; with ``--full`` on all positions, which can take an hour.
Seconds are of processor time. `_mmpeshki_positions.py` tells what the positions are.
"""

from __future__ import annotations

import sys
from typing import NamedTuple

from benchmarks._mmpeshki_positions import SAMPLE, openings, sparse
from bot.mmpeshki import Position


class Set(NamedTuple):
    """Positions of one kind, and for how long each is tried."""

    name: str
    texts: list[str]
    seconds: float


def sets(*, full: bool) -> list[Set]:
    """What is measured."""
    return [
        Set("the sample start", [SAMPLE], 10.0),
        Set("sparse positions", sparse(200), 5.0),
        Set("eight against eight", openings(100 if full else 5), 30.0),
    ]


def measure(kind: Set) -> None:
    """Solves them all; how many were, and how long it took at the most, by percentile."""
    took = []
    nodes = 0
    for number, text in enumerate(kind.texts, start=1):
        solution = Position(text.encode()).solve(kind.seconds, all_moves=False)
        nodes += solution.nodes
        took.append(solution.seconds if solution.value.proven else float("inf"))
        if sys.stderr.isatty():
            print(f"\r{kind.name} {number}", end="\x1b[K\r", file=sys.stderr, flush=True)
    took.sort()
    solved = sum(seconds < float("inf") for seconds in took)
    within = sum(seconds <= 1.0 for seconds in took)
    print(f"{kind.name}: {solved} of {len(took)} solved within {kind.seconds:g} s each, ", end="")
    print(f"{within} within 1 s; {nodes / 1e6:,.0f} M nodes")
    places = ((part, took[min(len(took) * part // 100, len(took) - 1)]) for part in (50, 95, 100))
    print("  " + ", ".join(f"{part} % within {seconds:.3f} s" for part, seconds in places))


if __name__ == "__main__":
    for one in sets(full="--full" in sys.argv):
        measure(one)
