"""Time in which the champion of Virus War makes its playouts, beside an earlier revision.

Run by ``arena bench playouts``, or ``arena bench playouts 3ae18f8 --nodes 200000``. The positions
come from random turns; in each the two players alternate, and the fastest of some runs of each
counts, by processor time. Only the last step of a turn is chosen, since earlier champions made more
playouts than allowed for a whole turn.
"""

from __future__ import annotations

import time
from argparse import ArgumentParser
from collections.abc import Iterator
from random import Random

from research.kernel import KernelPlayer, play_random_opening, start

BOARDS = [("last-move", 10), ("last-move", 8), ("last-move", 12), ("petersburg", 11)]
TURNS = (4, 10, 16, 24, 30)
RUNS = 3


def positions(rules: str, size: int) -> Iterator[list[str]]:
    """Yield the steps that lead to each position: some whole turns without the very last step."""
    for turns in TURNS:
        board = KernelPlayer("champion").position_from(start(rules, size))
        steps = play_random_opening(board, turns + 1, Random(turns))[:-1]
        if board.outcome() == "U":
            yield steps


def seconds(player: KernelPlayer, text: bytes, steps: list[str], nodes: int) -> float:
    """Return the processor seconds of one choice."""
    board = player.position_from(text)
    for step in steps:
        board.step(step)
    began = time.process_time()
    board.choose(player.style, 1, nodes)
    return time.process_time() - began


def measure(players: list[KernelPlayer], rules: str, size: int, nodes: int) -> list[float]:
    """Return the total time of each player over all positions."""
    text = start(rules, size)
    best: dict[tuple[int, int], float] = {}
    for number, steps in enumerate(positions(rules, size)):
        for run in range(RUNS * len(players)):
            player_number = run % len(players)
            duration = seconds(players[player_number], text, steps, nodes)
            best[player_number, number] = min(duration, best.get((player_number, number), duration))
    return [
        sum(duration for (number, _), duration in best.items() if number == player)
        for player in range(len(players))
    ]


def main() -> None:
    """Print a line for each board."""
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
