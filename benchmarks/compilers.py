"""Size and speed of the built-in programs by each compiler that is installed.

Run by ``arena bench compilers``. Each program does the same fixed work from the same position;
programs alternate on one core. A figure is the median over the rounds of the program's processor
time divided by that of the first compiler's program in the same round.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import click

from benchmarks._mmpeshki_positions import SAMPLE
from benchmarks.kernels import FULL
from bot.builder.compiler import Compiler, Dialect, Target, compilers
from bot.builder.executable import build, program_named

VIRUS_WAR = "A 1 U\n0 30\n0 30\n" + "----------\n" * 10 + "game virus-war\nrules classic\n"
WORK = {
    "mmpeshki-champion": (3_000_000, (SAMPLE, FULL)),
    "virus-war-champion": (800_000, (VIRUS_WAR,)),
    "virus-war-uct": (80_000, (VIRUS_WAR,)),
}
"""Number of nodes to search, and the positions to search from, by the name of the bot."""


@click.command()
@click.option("--rounds", type=click.IntRange(min=1), default=9, help="How often each thinks.")
def main(rounds: int) -> None:
    """Build each program by every compiler and compare their speed."""
    installed = compilers(Target.LINUX, Dialect.C)
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    with TemporaryDirectory() as name:
        for bot in WORK:
            paths = [Path(name) / f"{bot}-{number}" for number in range(len(installed))]
            for path, compiler in zip(paths, installed, strict=True):
                build(program_named(bot), Target.LINUX, path, compiler)
            print_comparison(bot, installed, paths, rounds)


def print_comparison(bot: str, installed: list[Compiler], paths: list[Path], rounds: int) -> None:
    """Print the size, the time and the ratio of each compiler's program."""
    table = [[thinking_time(bot, path) for path in paths] for _ in range(rounds)]
    for number, (compiler, path) in enumerate(zip(installed, paths, strict=True)):
        ratio = median(times[number] / times[0] for times in table)
        seconds = median(times[number] for times in table)
        print(
            f"{bot:20} {compiler.name:10} {path.stat().st_size:9,} bytes"
            f"  {seconds:6.2f} s  {ratio:5.3f} x {installed[0].name}",
            flush=True,
        )


def thinking_time(bot: str, program: Path) -> float:
    """Return the processor seconds of one move from each of the bot's positions."""
    nodes, positions = WORK[bot]
    before = os.times()
    for position in positions:
        (program.parent / "matrix.txt").write_text(position)
        command = [str(program), "--nodes", str(nodes), "--seed", "1"]
        subprocess.run(command, cwd=program.parent, check=True)
    after = os.times()
    return (
        after.children_user + after.children_system - before.children_user - before.children_system
    )


if __name__ == "__main__":
    main()
