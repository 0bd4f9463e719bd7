"""How much of MMPeshki the solver solves, and how fast, on one core or on several.

Run by ``arena bench mmpeshki_solve``; on all positions, which can take an hour, by ``arena bench
mmpeshki_solve -- --full --cores 2``; on thirty other openings, by ``-- --others 9001``. Seconds are
of processor time, of each core.
`_mmpeshki_positions.py` tells what the positions are.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import NamedTuple

from benchmarks._mmpeshki_positions import SAMPLE, openings, sparse
from bot.mmpeshki.kernel import Position, Solution


class Set(NamedTuple):
    """Positions of one kind, and for how long each is tried."""

    name: str
    texts: list[str]
    seconds: float


def sets(*, full: bool, others: int | None) -> list[Set]:
    if others is not None:
        return [Set(f"openings from {others} on", openings(30, others), 30.0)]
    return [
        Set("the sample start", [SAMPLE], 10.0),
        Set("sparse positions", sparse(200), 5.0),
        Set("eight against eight", openings(100 if full else 5), 30.0),
    ]


def solved(kind: Set, cores: int) -> Iterator[Solution]:
    for number, text in enumerate(kind.texts, start=1):
        yield Position(text.encode()).solve(kind.seconds, all_moves=False, cores=cores)
        if sys.stderr.isatty():
            print(f"\r{kind.name} {number}", end="\x1b[K\r", file=sys.stderr, flush=True)


def measure(kind: Set, cores: int) -> None:
    """Solves them all; how many were, how long it took by percentile, and which were not."""
    found = list(solved(kind, cores))
    took = sorted(one.seconds if one.value.proven else float("inf") for one in found)
    within = sum(seconds <= 1.0 for seconds in took)
    nodes = sum(one.nodes for one in found) / 1e6
    failed = [str(number) for number, one in enumerate(found, start=1) if not one.value.proven]
    print(f"{kind.name}: {len(took) - len(failed)} of {len(took)} solved", end="")
    print(f" within {kind.seconds:g} s each, {within} within 1 s; {nodes:,.0f} M nodes")
    places = ((part, took[min(len(took) * part // 100, len(took) - 1)]) for part in (50, 95, 100))
    print("  " + ", ".join(f"{part} % within {seconds:.3f} s" for part, seconds in places))
    if failed:
        print(f"  not solved: {', '.join(failed)}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--full", action="store_true", help="all hundred openings, not five")
    parser.add_argument("--cores", type=int, default=1, help="how many work on a position")
    parser.add_argument("--others", type=int, help="only thirty openings from this number on")
    request = parser.parse_args()
    for one in sets(full=request.full, others=request.others):
        measure(one, request.cores)


if __name__ == "__main__":
    main()
