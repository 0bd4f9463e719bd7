"""Information that a bot could pass to its next turn through machine-wide kernel counters.

Run by ``arena bench notes``; docs/referee.md has the figures. A program makes as many pipes, files
and so on as it can in half a second of its processor time, in one turn and again in the next. A
counter is open to notes if the second turn finds it moved; were nobody else on the machine, it
could hold as many bits as the logarithm of the number of objects made.
"""

from __future__ import annotations

import math
from decimal import Decimal
from pathlib import Path

from referee.program import Allowance, Program
from referee.sandbox import Sandbox
from referee.sandbox.isolation_choice import why_not
from referee.sandbox.isolation_levels import IsolationLevel
from tests.referee.offending import compiled_c

SOURCE = Path(__file__).parent / "notes.c"
ALLOWED = Allowance(own=Decimal(60), wall=Decimal(600))
TURNS = 2


def counters_by_turn(isolation: IsolationLevel) -> list[dict[str, tuple[int, int]]]:
    """Return, for each turn, the first number of each counter and the number of objects made."""
    with Sandbox(Program("notes", compiled_c(SOURCE)), isolation=isolation) as sandbox:
        printed = [sandbox.run(b"", ALLOWED).printed.decode() for _ in range(TURNS)]
    return [
        {name: (int(first), int(count)) for name, first, count in map(str.split, text.splitlines())}
        for text in printed
    ]


def main() -> None:
    print(f"{'level':12}{'numbers of':12}{'made':>9}{'moved by':>10}{'bits':>6}")
    for isolation in [
        isolation
        for isolation in IsolationLevel
        if isolation.isolates and why_not(isolation) is None
    ]:
        first_turn, second_turn = counters_by_turn(isolation)
        for name, (first, count) in first_turn.items():
            moved = second_turn[name][0] - first
            bits = f"{math.log2(count):.0f}" if moved else "-"
            print(f"{isolation:12}{name:12}{count:9}{moved:10}{bits:>6}")


if __name__ == "__main__":
    main()
