"""How soon the champion of Virus War has made its playouts, beside an earlier revision's.

Run by ``arena bench playouts``, or ``arena bench playouts 3ae18f8 --nodes 200000``. The positions
are such as random turns lead to; in each the two take turns, and of both the fastest of some runs
counts, by processor time. It is the last step of a turn that is chosen, since earlier champions
had more playouts than they were told for a whole one.
"""

from __future__ import annotations

import time
from argparse import ArgumentParser
from collections.abc import Iterator
from random import Random

from bot.train.kernel import KernelPlayer, play_random_opening, start

BOARDS = [("last-move", 10), ("last-move", 8), ("last-move", 12), ("petersburg", 11)]
TURNS = (4, 10, 16, 24, 30)
RUNS = 3


def positions(rules: str, size: int) -> Iterator[list[str]]:
    """The steps that lead to each: all of some turns, but for the very last step."""
    for turns in TURNS:
        board = KernelPlayer("champion").position_from(start(rules, size))
        steps = play_random_opening(board, turns + 1, Random(turns))[:-1]
        if board.outcome() == "U":
            yield steps


def seconds(player: KernelPlayer, text: bytes, steps: list[str], nodes: int) -> float:
    """The processor time of one turn."""
    board = player.position_from(text)
    for step in steps:
        board.step(step)
    began = time.process_time()
    board.choose(player.style, 1, nodes)
    return time.process_time() - began


def measure(players: list[KernelPlayer], rules: str, size: int, nodes: int) -> list[float]:
    """The time of each player for all positions."""
    text = start(rules, size)
    best: dict[tuple[int, int], float] = {}
    for number, steps in enumerate(positions(rules, size)):
        for run in range(RUNS * len(players)):
            which = run % len(players)
            took = seconds(players[which], text, steps, nodes)
            best[which, number] = min(took, best.get((which, number), took))
    return [
        sum(took for (which, _), took in best.items() if which == player)
        for player in range(len(players))
    ]


def main() -> None:
    """Prints a line for each board."""
    parser = ArgumentParser(prog="arena bench playouts", description=__doc__)
    parser.add_argument("revision", nargs="?", default="3ae18f8", help="of the earlier champion")
    parser.add_argument("--nodes", type=int, default=20_000, help="playouts a turn")
    options = parser.parse_args()
    players = [KernelPlayer("champion"), KernelPlayer("champion", options.revision)]
    for rules, size in BOARDS:
        now, before = measure(players, rules, size, options.nodes)
        print(
            f"{rules} {size} x {size}: {now:.3f} s beside {before:.3f} s,"
            f" {before / now:.2f} times as fast",
            flush=True,
        )


if __name__ == "__main__":
    main()
