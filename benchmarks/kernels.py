"""Speed of the kernels, compared with plain Python that does the same.

Run by ``arena bench kernels``. Each figure is the best of some runs on one core; the ratio is to
plain code doing the same on the same machine a moment earlier: a counter written for this in
``_mmpeshki_reference.py``, and the rules in ``formats/`` for Virus War.
"""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks._mmpeshki_positions import SAMPLE
from benchmarks._mmpeshki_reference import perft
from bot.builder.compiler import Target
from bot.builder.executable import build, program_named
from bot.mmpeshki import kernel as mmpeshki
from bot.virus_war import kernel as virus_war
from formats.game import Position
from formats.games import AnyGame
from formats.matrix import read_matrix

RUNS = 5
HEADER = "A 1 U\n0 30\n0 30\n"
FULL = HEADER + "BBBBBBBB\n" + "--------\n" * 6 + "AAAAAAAA\n"
VIRUS_WAR = HEADER + "----------\n" * 10 + "game virus-war\nrules last-move\n"
NOTHING = "int main(void) { return 0; }\n"


class Speed(NamedTuple):
    """Number of units of work, and the seconds that they took."""

    units: int
    seconds: float

    @property
    def rate(self) -> float:
        """Units of work per second."""
        return self.units / self.seconds


def best(work: Callable[[], int], runs: int = RUNS) -> Speed:
    """Return the fastest of some runs, by processor time."""
    speeds = []
    for _ in range(runs):
        start = time.process_time()
        units = work()
        speeds.append(Speed(units, time.process_time() - start))
    return max(speeds, key=lambda speed: speed.rate)


def read_position(text: str) -> tuple[AnyGame, Position]:
    """Return the game and position that the rules read from the text of a file."""
    matrix = read_matrix(text.encode()).matrix
    assert matrix is not None
    return matrix.game, matrix.position


def rollouts_by_rules(text: str, games: int) -> int:
    """Play random games by the rules alone; return the number of steps."""
    random = Random(1)
    steps = 0
    for _ in range(games):
        game, position = read_position(text)
        while game.outcome(position) is None:
            position = game.step(position, random.choice(list(game.steps(position))))
            steps += 1
    return steps


def print_rate(title: str, speed: Speed, unit: str, plain: Speed) -> None:
    """Print the rate in millions, and its ratio to the rate of plain Python."""
    ratio = speed.rate / plain.rate
    print(f"{title:48} {speed.rate / 1e6:8,.1f} M {unit}/s   {ratio:9,.0f} x plain Python")


def bench_perft(title: str, text: str, depth: int, plain_depth: int) -> None:
    kernel = mmpeshki.Position(text.encode())
    rows = text.splitlines()[3:]
    plain = best(lambda: perft(rows, "A", 1, plain_depth), 1)
    print_rate(
        f"MMPeshki perft {depth}, {title}", best(lambda: kernel.perft(depth)), "leaves", plain
    )


def bench_rollouts() -> None:
    """Measure random games of Virus War, with the newest and with portable instructions."""
    plain = best(lambda: rollouts_by_rules(VIRUS_WAR, 5), 1)
    data = VIRUS_WAR.encode()
    for title, portable in (("the newest instructions", False), ("portable ones", True)):
        speed = best(lambda: virus_war.rollouts(data, 20_000, 1, portable))  # noqa: B023  # called at once
        print_rate(f"Virus War rollouts, {title}", speed, "steps", plain)


def spawn_time(program: Path, folder: Path, refresh: bytes | None) -> float:
    """Return the median seconds of a start by posix_spawn and the wait for its end."""
    times = []
    os.chdir(folder)
    for _ in range(400):
        if refresh is not None:
            (folder / "matrix.txt").write_bytes(refresh)
        start = time.perf_counter()
        pid = os.posix_spawn(program, [str(program)], {})
        os.waitpid(pid, 0)
        times.append(time.perf_counter() - start)
    return sorted(times)[len(times) // 2]


def bench_turn() -> None:
    """Measure a whole turn of a program that does not think, beside one that does nothing."""
    # The folder is in memory, as a referee's is: a disk would be measured instead of a program.
    memory = Path("/dev/shm")
    with TemporaryDirectory(dir=memory if memory.is_dir() else None) as name:
        folder = Path(name)
        (folder / "nothing.c").write_text(NOTHING)
        subprocess.run(
            ["musl-gcc", "-O2", "-static", "-s", "nothing.c", "-o", "nothing"],
            cwd=folder,
            check=True,
        )
        build(program_named("mmpeshki-random"), Target.LINUX, folder / "random")
        bare = spawn_time(folder / "nothing", folder, None)
        turn = spawn_time(folder / "random", folder, SAMPLE.encode())
    print(
        f"{'a turn of mmpeshki-random, spawned':48} {turn * 1000:8.3f} ms"
        f"   {turn / bare:9.2f} x a program that does nothing ({bare * 1000:.3f} ms)"
    )


if __name__ == "__main__":
    bench_perft("sample start", SAMPLE, 9, 5)
    bench_perft("full rows", FULL, 7, 4)
    bench_rollouts()
    bench_turn()
