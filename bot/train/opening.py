"""Random openings, so that two players do not play the same game again and again."""

from __future__ import annotations

from random import Random

from bot.train.kernel import KernelPosition

_HEADER = "A 1 U\n0 30\n0 30\n"


def start(rules: str, size: int) -> bytes:
    """The file of a game's first position."""
    rows = [["-"] * size for _ in range(size)]
    if rules.startswith("petersburg"):
        rows[0][-1], rows[-1][0] = "B", "A"
    board = "".join("".join(row) + "\n" for row in rows)
    return f"{_HEADER}{board}game virus-war\nrules {rules}\n".encode()


def open_at_random(position: KernelPosition, turns: int, lot: Random) -> list[str]:
    """Makes so many turns of random steps; which."""
    made: list[str] = []
    while turns and position.outcome() == "U":
        steps = position.steps()
        made.append(lot.choice(steps) if steps else "pass")
        position.step(made[-1])
        turns -= position.made() == 0
    return made
