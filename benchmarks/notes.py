"""How much a bot could note for its next turn by moving numbers that the whole machine shares.

Run by ``arena bench notes``; docs/referee.md has the figures. A program makes as many pipes, files
and so on as it can in half a second of its processor time, in one turn and again in the next. A row
of numbers is open where the second turn finds it moved; as many bits as the logarithm of what was
made could stand in it, were nobody else on the machine.
"""

from __future__ import annotations

import math
from decimal import Decimal
from pathlib import Path

from referee.program import Allowance, Program
from referee.sandbox import Sandbox
from referee.sandbox.isolation_choice import why_not
from referee.sandbox.isolation_levels import IsolationLevel
from tests.referee.offending import built_c

SOURCE = Path(__file__).parent / "notes.c"
ALLOWED = Allowance(own=Decimal(60), wall=Decimal(600))
TURNS = 2


def rows(isolation: IsolationLevel) -> list[dict[str, tuple[int, int]]]:
    """Of each turn: where each row of numbers began, and how many were made."""
    with Sandbox(Program("notes", built_c(SOURCE)), isolation=isolation) as sandbox:
        printed = [sandbox.run(b"", ALLOWED).printed.decode() for _ in range(TURNS)]
    return [
        {name: (int(first), int(made)) for name, first, made in map(str.split, text.splitlines())}
        for text in printed
    ]


def main() -> None:
    print(f"{'stage':12}{'numbers of':12}{'made':>9}{'moved by':>10}{'bits':>6}")
    for isolation in [
        isolation
        for isolation in IsolationLevel
        if isolation.isolates and why_not(isolation) is None
    ]:
        one, other = rows(isolation)
        for name, (first, made) in one.items():
            moved = other[name][0] - first
            bits = f"{math.log2(made):.0f}" if moved else "-"
            print(f"{isolation:12}{name:12}{made:9}{moved:10}{bits:>6}")


if __name__ == "__main__":
    main()
