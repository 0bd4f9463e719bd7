"""Holds two players against each other: pairs of games from random openings, with sides swapped.

    python -m bot.train.match champion recipe@c774a8f --seconds 0.1 --pairs 200
    python -m bot.train.match champion champion@v1 --nodes 2000 --sprt 0 30

``recipe`` is the player that was best before the champion, and does not change: a measure. The
commit named here is the last that has it.

A pair is two games from one opening, so that a good opening helps nobody. Of the pairs' scores
(0 to 2 points in steps of a half) come the error and the test: a sequential probability ratio
test of the hypothesis that the left player is so many Elo better against that he is not.
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

from bot.train.kernel import KernelPlayer, open_at_random, positions_of, start

_SURE = log(19)  # 5 % of errors either way


@dataclass(frozen=True)
class Effort:
    """What a player may spend on a turn: playouts, or seconds of processor time."""

    nodes: int
    seconds: float


@dataclass(frozen=True)
class TrainingMatch:
    players: tuple[KernelPlayer, KernelPlayer]
    efforts: tuple[Effort, Effort]
    rules: str
    size: int
    turns: int
    """Random turns that open a game."""
    limit: int
    """The half-move that makes a draw."""

    def pair(self, seed: int) -> int:
        """Half points of the left player in two games from the same opening: 0 to 4."""
        return self._game(seed, 0) + self._game(seed, 1)

    def _game(self, seed: int, first: int) -> int:
        """Half points of the left player, who is A if first is 0."""
        text = start(self.rules, self.size)
        judge = positions_of("")(text)
        boards = [player.sit_down(text) for player in self.players]
        for name in open_at_random(judge, self.turns, Random(seed)):
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
        """The share of the points."""
        return sum(half * count for half, count in self.pairs.items()) / 4 / self.pairs.total()

    @property
    def variance(self) -> float:
        """Of a pair's share; a little more than measured, for the sake of few or equal pairs."""
        mean = self.mean
        total = sum(count * (half / 4 - mean) ** 2 for half, count in self.pairs.items())
        return (total + 0.125) / self.pairs.total()

    @property
    def error(self) -> float:
        """Half of the interval in which the true share lies in 95 of 100 cases."""
        return 1.96 * sqrt(self.variance / self.pairs.total())

    def ratio(self, elo: tuple[float, float]) -> float:
        """The logarithm of how much more likely the results are with the second strength."""
        low, high = (1 / (1 + 10 ** (-one / 400)) for one in elo)
        return self.pairs.total() * (high - low) * (2 * self.mean - high - low) / 2 / self.variance

    def __str__(self) -> str:
        mean = min(max(self.mean, 0.001), 0.999)
        pairs = " ".join(str(self.pairs[half]) for half in range(5))
        return (
            f"{100 * self.mean:.1f} % +- {100 * self.error:.1f} in {self.games} games "
            f"({-400 * log10(1 / mean - 1):+.0f} Elo; pairs {pairs})"
        )


def play(match: TrainingMatch, pairs: int, seed: int, workers: int) -> Iterator[TrainingScore]:
    """The score after each pair."""
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
    parser = ArgumentParser(prog="bot.train.match", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("left")
    parser.add_argument("right")
    parser.add_argument("--rules", default="last-move")
    parser.add_argument("--size", type=int, default=10)
    parser.add_argument("--nodes", type=int, default=0, help="playouts a turn")
    parser.add_argument("--seconds", type=float, default=0.0, help="processor time a turn")
    parser.add_argument(
        "--odds", type=float, default=1.0, help="the right one has so many times it"
    )
    parser.add_argument("--turns", type=int, default=4, help="random half-moves at the start")
    parser.add_argument("--limit", type=int, default=400)
    parser.add_argument("--pairs", type=int, default=1000, help="at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--sprt", type=float, nargs=2, metavar="ELO", help="stop when it is clear")
    return parser.parse_args()


def _match_of(given: Namespace) -> TrainingMatch:
    players = (KernelPlayer.named(given.left), KernelPlayer.named(given.right))
    for player in players:
        player.sit_down(start(given.rules, given.size))  # compiled once, not by each worker
    efforts = (
        Effort(given.nodes, given.seconds),
        Effort(int(given.nodes * given.odds), given.seconds * given.odds),
    )
    return TrainingMatch(players, efforts, given.rules, given.size, given.turns, given.limit)


def main() -> None:
    """Plays as the command line says, and tells the score."""
    given = _arguments()
    score = TrainingScore(Counter())
    verdict = ""
    for score in play(_match_of(given), given.pairs, given.seed, given.workers):
        if given.sprt and score.pairs.total() >= 10 and abs(score.ratio(given.sprt)) >= _SURE:
            verdict = ", better" if score.ratio(given.sprt) > 0 else ", not better"
            break
        if score.pairs.total() % 50 == 0:
            print(f"  {score}", flush=True)
    print(f"{given.left} - {given.right}, {given.rules} {given.size}: {score}{verdict}", flush=True)


if __name__ == "__main__":
    main()
