"""How long the rules take to judge a half-move, beside the start of a program that does nothing.

Run by ``arena bench judging``. A referee reads the file that a bot has written and asks which move
it is. Each figure is the median over changes from the middle of random games; the ratio is to a
bare start of ``/bin/true`` and the wait for its end, which a half-move costs at the very least.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise
from random import Random
from statistics import median
from typing import NamedTuple

from formats.game import Position
from formats.games import AnyGame
from formats.games.chomp import Chomp
from formats.games.mmpeshki import MMPeshki
from formats.games.virus_war import VirusWar
from formats.matrix import Matrix, Reading, read_matrix, write_matrix
from formats.transition import change

GAMES: dict[str, AnyGame] = {
    "MMPeshki": MMPeshki(),
    "Virus War classic, 10 x 10": VirusWar.with_rules("classic"),
    "Virus War petersburg, 11 x 11": VirusWar.with_rules("petersburg"),
    "Chomp": Chomp(),
}
PLAYED = 200
STARTS = 400
NOTHING = "/bin/true"


class Rewrite(NamedTuple):
    """What a bot is given, and what it writes."""

    before: bytes
    after: bytes


def positions(game: AnyGame, lot: Random) -> Iterator[Position]:
    """A random game; who has no step left passes."""
    now = game.start()
    yield now
    while not game.outcome(now):
        steps = list(game.steps(now))
        now = game.step(now, lot.choice(steps)) if steps else game.play(now, game.parse("pass"))
        if not now.steps:
            yield now


def rewrites(game: AnyGame, lot: Random) -> list[Rewrite]:
    """The middle half of a random game, a hundredth of a second a move."""
    matrix = Matrix(game, game.start())
    files = []
    for position in positions(game, lot):
        outcome = game.outcome(position)
        left = Decimal(30) - Decimal(position.half_move).scaleb(-2)
        times = (left, matrix.times[1]) if position.player == "B" else (matrix.times[0], left)
        winner = outcome.winner if outcome else None
        matrix = replace(matrix, position=position, winner=winner, times=times)
        files.append(write_matrix(matrix).encode())
    pairs = [Rewrite(*pair) for pair in pairwise(files)]
    return pairs[len(pairs) // 4 : max(1, len(pairs) * 3 // 4)]


def microseconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1e6


def judge(before: Reading, after: bytes) -> None:
    """What a referee does; a random game has nothing but legal moves."""
    assert change(before, read_matrix(after, before=before.matrix)).good


def spawn() -> None:
    """The start of a program that does nothing, and the wait for its end."""
    os.waitpid(os.posix_spawn(NOTHING, [NOTHING], {}), 0)


def bench_game(title: str, game: AnyGame, bare: float) -> None:
    """One line: the time of a change, and what part of a program's start it is."""
    lot = Random(title)
    pairs = [pair for _ in range(PLAYED) for pair in rewrites(game, lot)]
    # A referee has read the file before already: it was the one after, a half-move ago.
    given = [(read_matrix(pair.before), pair.after) for pair in pairs]
    took = median(microseconds(lambda: judge(*pair)) for pair in given)  # noqa: B023  # called at once
    print(f"{title:32} {took:8.1f} us a change   {took / bare:6.3f} x a bare start")


if __name__ == "__main__":
    bare = median(microseconds(spawn) for _ in range(STARTS))
    print(f"{'a start of ' + NOTHING:32} {bare:8.1f} us")
    for title, game in GAMES.items():
        bench_game(title, game, bare)
