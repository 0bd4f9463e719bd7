"""A match of two players: pairs of games from random openings, with swapped sides.

    python -m research.match champion recipe@c774a8f --seconds 0.1 --pairs 200
    python -m research.match champion champion@v1 --nodes 2000 --sprt 0 30

The player recipe was the best one before the champion, and is a constant measure. The commit named
here is the last one with it.

A pair is two games from one opening, so that a good opening helps nobody. The error and the test
use the scores of pairs (0 to 2 points in steps of a half): the test is a sequential probability
ratio test of the hypothesis that the left player is better by a number of Elo against the
hypothesis that it is not.
"""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from math import log, log10, sqrt
from random import Random

from research.kernel import KernelPlayer, play_random_opening, positions_of, start

_SURE = log(19)
"""Bound of the test's logarithm for 5 % of errors of either kind."""


@dataclass(frozen=True)
class Effort:
    """The limit of a turn: playouts, or seconds of processor time."""

    nodes: int
    seconds: float


@dataclass(frozen=True)
class TrainingMatch:
    players: tuple[KernelPlayer, KernelPlayer]
    efforts: tuple[Effort, Effort]
    rules: str
    size: int
    turns: int
    """Number of random turns that open a game."""
    limit: int
    """Half-move after which a game is drawn."""

    def pair(self, seed: int) -> int:
        """Return the half points of the left player in two games from an opening: 0 to 4."""
        return self._game(seed, 0) + self._game(seed, 1)

    def _game(self, seed: int, first: int) -> int:
        """Return the half points of the left player, who has A if ``first`` is 0."""
        text = start(self.rules, self.size)
        judge = positions_of("")(text)
        boards = [player.position_from(text) for player in self.players]
        for name in play_random_opening(judge, self.turns, Random(seed)):
            for board in boards:
                board.step(name)
        half_move = self.turns + 1
        while judge.outcome() == "U" and half_move <= self.limit:
            mover = (half_move + 1 + first) % 2
            effort = self.efforts[mover]
            style = self.players[mover].style
            turn = boards[mover].choose(style, seed + half_move, effort.nodes, effort.seconds)
            for name in turn.split("-"):
                for board in (judge, *boards):
                    board.step(name)
            half_move += 1
        winner = judge.outcome()
        return 1 if winner not in "AB" else 2 * (winner == "AB"[first])


@dataclass
class TrainingScore:
    pairs: Counter[int]

    @property
    def games(self) -> int:
        return 2 * self.pairs.total()

    @property
    def mean(self) -> float:
        """Return the left player's share of the points."""
        return sum(half * count for half, count in self.pairs.items()) / 4 / self.pairs.total()

    @property
    def variance(self) -> float:
        """Return the variance of a pair's share, raised a little for few or equal pairs."""
        mean = self.mean
        total = sum(count * (half / 4 - mean) ** 2 for half, count in self.pairs.items())
        return (total + 0.125) / self.pairs.total()

    @property
    def error(self) -> float:
        """Return half of the interval that has the true share in 95 of 100 cases."""
        return 1.96 * sqrt(self.variance / self.pairs.total())

    def ratio(self, elo: tuple[float, float]) -> float:
        """Return the logarithm of the likelihood ratio of the second strength to the first."""
        low, high = (1 / (1 + 10 ** (-strength / 400)) for strength in elo)
        return self.pairs.total() * (high - low) * (2 * self.mean - high - low) / 2 / self.variance

    def __str__(self) -> str:
        mean = min(max(self.mean, 0.001), 0.999)
        pairs = " ".join(str(self.pairs[half]) for half in range(5))
        return (
            f"{100 * self.mean:.1f} % +- {100 * self.error:.1f} in {self.games} games "
            f"({-400 * log10(1 / mean - 1):+.0f} Elo; pairs {pairs})"
        )


def play(match: TrainingMatch, pairs: int, seed: int, workers: int) -> Iterator[TrainingScore]:
    """Yield the score after each pair."""
    score = TrainingScore(Counter())
    seeds = iter(range(seed, seed + pairs))
    with ProcessPoolExecutor(workers, initializer=os.nice, initargs=(19,)) as pool:
        running: set[Future[int]] = set()
        try:
            while True:
                for number in seeds:
                    running.add(pool.submit(match.pair, number * 1000))
                    if len(running) == workers:
                        break
                if not running:
                    return
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    score.pairs[future.result()] += 1
                    yield score
        finally:
            pool.shutdown(cancel_futures=True)


def _arguments() -> Namespace:
    parser = ArgumentParser(prog="research.match", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("left")
    parser.add_argument("right")
    parser.add_argument("--rules", default="last-move")
    parser.add_argument("--size", type=int, default=10)
    parser.add_argument("--nodes", type=int, default=0, help="playouts a turn")
    parser.add_argument("--seconds", type=float, default=0.0, help="processor time a turn")
    parser.add_argument(
        "--odds", type=float, default=1.0, help="factor of the right player's effort"
    )
    parser.add_argument("--turns", type=int, default=4, help="random half-moves at the start")
    parser.add_argument("--limit", type=int, default=400)
    parser.add_argument("--pairs", type=int, default=1000, help="at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--sprt", type=float, nargs=2, metavar="ELO", help="stop when it is clear")
    return parser.parse_args()


def _match_of(arguments: Namespace) -> TrainingMatch:
    players = (KernelPlayer.named(arguments.left), KernelPlayer.named(arguments.right))
    for player in players:
        player.position_from(
            start(arguments.rules, arguments.size)
        )  # Compiles it once for all workers.
    efforts = (
        Effort(arguments.nodes, arguments.seconds),
        Effort(int(arguments.nodes * arguments.odds), arguments.seconds * arguments.odds),
    )
    return TrainingMatch(
        players, efforts, arguments.rules, arguments.size, arguments.turns, arguments.limit
    )


def main() -> None:
    """Play the match of the command line, and print the score."""
    arguments = _arguments()
    score = TrainingScore(Counter())
    verdict = ""
    for score in play(_match_of(arguments), arguments.pairs, arguments.seed, arguments.workers):
        if (
            arguments.sprt
            and score.pairs.total() >= 10
            and abs(score.ratio(arguments.sprt)) >= _SURE
        ):
            verdict = ", better" if score.ratio(arguments.sprt) > 0 else ", not better"
            break
        if score.pairs.total() % 10 == 0:
            print(f"  {score}", flush=True)
    players = f"{arguments.left} - {arguments.right}"
    print(f"{players}, {arguments.rules} {arguments.size}: {score}{verdict}", flush=True)


if __name__ == "__main__":
    main()
