"""A player's games against itself, and its values of positions, as a file of numbers.

    python -m research.selfplay champion --rules last-move --games 1000 --out games.npz

A row is a position: the numbers of the kernel (``bot/virus_war/sized/samples.pxi``), and the result
of the game for the player to move: 2 won, 1 drawn, 0 lost.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from research.kernel import KernelPlayer, KernelPosition, play_random_opening, start

Rows = NDArray[np.int16]
HEAD = 8
COUNTS = 8
WIDTH = HEAD + 2 * COUNTS
VALUE, VISITS, STEPS, SIZE, EMPTY, PLAYER, PLAYED, PROVEN = range(HEAD)
RESULT = WIDTH
_BATCH = 20
_LONGEST = 300


@dataclass(frozen=True)
class Series:
    """The player and the settings of the games."""

    player: KernelPlayer
    rules: tuple[str, ...]
    sizes: tuple[int, ...]
    nodes: int
    least: int
    """Fewest visits of a position that is written."""

    def games(self, first: int, count: int) -> Rows:
        return np.concatenate([self._game(number) for number in range(first, first + count)])

    def _game(self, number: int) -> Rows:
        random = Random(number)
        position = self.player.position_from(
            start(random.choice(self.rules), random.choice(self.sizes))
        )
        play_random_opening(position, random.randint(2, 6), random)
        written = [np.zeros((0, WIDTH), np.int16)]
        while position.outcome() == "U" and len(written) < _LONGEST:
            written.append(self._turn(position, random.getrandbits(32)))
        rows = np.concatenate(written)
        winner = "AB".find(position.outcome())
        result = np.where(winner < 0, 1, 2 * (rows[:, PLAYER] == winner)).astype(np.int16)
        return np.concatenate([rows, result[:, None]], axis=1)

    def _turn(self, position: KernelPosition, seed: int) -> Rows:
        turn, data = self.player_sample(position, seed)
        for name in turn.split("-"):
            position.step(name)
        return np.frombuffer(data, np.int16).reshape(-1, WIDTH)

    def player_sample(self, position: KernelPosition, seed: int) -> tuple[str, bytes]:
        """Return the turn that the player chooses, and its values of positions."""
        return position.sample(self.player.style, seed, self.nodes, self.least)


def play(series: Series, games: int, seed: int, workers: int) -> Iterator[Rows]:
    """Yield the rows of some games at a time, in the order of their numbers."""
    firsts = range(seed, seed + games, _BATCH)
    with ProcessPoolExecutor(workers, initializer=os.nice, initargs=(19,)) as pool:
        yield from pool.map(series.games, firsts, [_BATCH] * len(firsts))


def _arguments() -> Namespace:
    parser = ArgumentParser(prog="research.selfplay")
    parser.add_argument("player")
    parser.add_argument("--rules", action="append", required=True)
    parser.add_argument("--sizes", type=int, nargs="+", default=[10])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--nodes", type=int, default=1000)
    parser.add_argument("--least", type=int, default=30000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--out", type=Path, required=True)
    return parser.parse_args()


def main() -> None:
    """Play the games of the command line, and write the file."""
    arguments = _arguments()
    player = KernelPlayer.named(arguments.player)
    player.position_from(start(arguments.rules[0], arguments.sizes[0]))
    series = Series(
        player, tuple(arguments.rules), tuple(arguments.sizes), arguments.nodes, arguments.least
    )
    rows = np.concatenate(list(play(series, arguments.games, arguments.seed, arguments.workers)))
    command = " ".join(["python -m research.selfplay", *sys.argv[1:]])
    np.savez(arguments.out, rows=rows, command=command)
    print(f"{len(rows)} positions of {arguments.games} games in {arguments.out}")


if __name__ == "__main__":
    main()
