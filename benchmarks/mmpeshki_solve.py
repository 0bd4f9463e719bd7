"""Share of MMPeshki positions that the solver solves, and its speed on one or more cores.

Run by ``arena bench mmpeshki_solve``; on all positions, which can take an hour, by ``arena bench
mmpeshki_solve -- --full --cores 2``; on thirty other openings, by ``-- --others 9001``. Seconds are
processor seconds of each core. `_mmpeshki_positions.py` describes the positions.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import NamedTuple

from benchmarks._mmpeshki_positions import SAMPLE, openings, sparse
from bot.mmpeshki.kernel import Position, Solution


class Set(NamedTuple):
    """Positions of one kind, and the seconds allowed for each."""

    name: str
    texts: list[str]
    seconds: float


def sets(*, full: bool, others: int | None) -> list[Set]:
    """Return the sets to measure; with `others`, only openings from that number on."""
    if others is not None:
        return [Set(f"openings from {others} on", openings(30, others), 30.0)]
    return [
        Set("the sample start", [SAMPLE], 10.0),
        Set("sparse positions", sparse(200), 5.0),
        Set("eight against eight", openings(100 if full else 5), 30.0),
    ]


def solutions(position_set: Set, cores: int) -> Iterator[Solution]:
    """Yield the solution of each position of the set, and show progress on a terminal."""
    for number, text in enumerate(position_set.texts, start=1):
        yield Position(text.encode()).solve(position_set.seconds, all_moves=False, cores=cores)
        if sys.stderr.isatty():
            print(f"\r{position_set.name} {number}", end="\x1b[K\r", file=sys.stderr, flush=True)


def measure(position_set: Set, cores: int) -> None:
    """Solve the set; print the number solved, the time by percentile and the unsolved numbers."""
    results = list(solutions(position_set, cores))
    durations = sorted(
        result.seconds if result.value.proven else float("inf") for result in results
    )
    within = sum(seconds <= 1.0 for seconds in durations)
    nodes = sum(result.nodes for result in results) / 1e6
    failed = [
        str(number) for number, result in enumerate(results, start=1) if not result.value.proven
    ]
    print(f"{position_set.name}: {len(durations) - len(failed)} of {len(durations)} solved", end="")
    print(f" within {position_set.seconds:g} s each, {within} within 1 s; {nodes:,.0f} M nodes")
    percentiles = (
        (part, durations[min(len(durations) * part // 100, len(durations) - 1)])
        for part in (50, 95, 100)
    )
    print("  " + ", ".join(f"{part} % within {seconds:.3f} s" for part, seconds in percentiles))
    if failed:
        print(f"  not solved: {', '.join(failed)}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--full", action="store_true", help="all hundred openings, not five")
    parser.add_argument("--cores", type=int, default=1, help="how many work on a position")
    parser.add_argument("--others", type=int, help="only thirty openings from this number on")
    request = parser.parse_args()
    for position_set in sets(full=request.full, others=request.others):
        measure(position_set, request.cores)


if __name__ == "__main__":
    main()
