"""Time that the rules take to judge a half-move, compared with a bare program start.

Run by ``arena bench judging``. A referee reads the file that a bot has written and finds the move
that was made. Each figure is the median over changes from the middle of random games; the ratio is
to a bare start of ``/bin/true`` and the wait for its end, the least that a half-move can cost.
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
    """The file that a bot receives, and the file that it writes."""

    before: bytes
    after: bytes


def positions(game: AnyGame, random: Random) -> Iterator[Position]:
    """Yield the positions of a random game; a player without a step passes."""
    position = game.start()
    yield position
    while not game.outcome(position):
        steps = list(game.steps(position))
        position = (
            game.step(position, random.choice(steps))
            if steps
            else game.play(position, game.parse("pass"))
        )
        if not position.steps:
            yield position


def rewrites(game: AnyGame, random: Random) -> list[Rewrite]:
    """Return the middle half of a random game, with a hundredth of a second for each move."""
    matrix = Matrix(game, game.start())
    files = []
    for position in positions(game, random):
        outcome = game.outcome(position)
        seconds_left = Decimal(30) - Decimal(position.half_move).scaleb(-2)
        times = (
            (seconds_left, matrix.times[1])
            if position.player == "B"
            else (matrix.times[0], seconds_left)
        )
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
    """Judge the change as a referee does; assert that it is legal, as all random moves are."""
    assert change(before, read_matrix(after, before=before.matrix)).good


def spawn() -> None:
    """Start a program that does nothing, and wait for its end."""
    os.waitpid(os.posix_spawn(NOTHING, [NOTHING], {}), 0)


def bench_game(title: str, game: AnyGame, bare_start: float) -> None:
    """Print the time of a change, and its ratio to the start of a program."""
    random = Random(title)
    pairs = [pair for _ in range(PLAYED) for pair in rewrites(game, random)]
    # A referee has already read the earlier file: a half-move ago it was the later one.
    changes = [(read_matrix(pair.before), pair.after) for pair in pairs]
    duration = median(microseconds(lambda: judge(*pair)) for pair in changes)  # noqa: B023  # called at once
    print(f"{title:32} {duration:8.1f} us a change   {duration / bare_start:6.3f} x a bare start")


if __name__ == "__main__":
    bare = median(microseconds(spawn) for _ in range(STARTS))
    print(f"{'a start of ' + NOTHING:32} {bare:8.1f} us")
    for title, game in GAMES.items():
        bench_game(title, game, bare)
