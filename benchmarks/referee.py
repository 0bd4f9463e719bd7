"""Time of a half-move with all the referee's work, compared with a bare start of the bot.

Run by ``arena bench referee``. The bot is a built-in program that moves at once. A half-move
includes everything: matrix.txt is written, the bot is run, all its processes are ended, its file is
taken back and judged. It is compared with the same program, started and waited for by
``posix_spawn`` in a folder with the same file and nothing else done. The two alternate on one core,
so that both find the machine in the same state; figures are medians.

The second table is the cost that each player of a game has once, and that of a whole bubblewrap for
comparison.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from statistics import median

from bot.builder.compiler import Target
from bot.builder.executable import build, program_named
from formats.game import StartRequest
from formats.games import all_games
from formats.matrix import Matrix, write_matrix
from referee.judge import Rules
from referee.program import Program
from referee.sandbox import Sandbox
from referee.sandbox.isolation_choice import why_not
from referee.sandbox.isolation_levels import IsolationLevel
from referee.turn import play

BOTS = {"mmpeshki": "mmpeshki-random", "virus-war": "virus-war-random", "chomp": "chomp-random"}
ROUNDS = 1500
SETUPS = 100


def position(game: str) -> Matrix:
    """Return a position in which the bot has a move to make."""
    rules = all_games()[game]()
    return Matrix(
        rules, rules.start(StartRequest(seed=1) if game == "mmpeshki" else StartRequest())
    )


def milliseconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


def bare(program: Path) -> None:
    """Run the program with nothing else done, the least that running it can take."""
    pid = os.posix_spawn(program, [str(program)], {})
    os.waitpid(pid, 0)


def usable_levels() -> list[IsolationLevel]:
    """Return the isolation levels that can be used on this machine, weakest first."""
    return [isolation for isolation in reversed(IsolationLevel) if why_not(isolation) is None]


def half_moves(program: Program, matrix: Matrix) -> dict[str, float]:
    """Return the median milliseconds of each way to run a half-move."""
    rules = Rules()
    with ExitStack() as stack:
        works: dict[str, Callable[[], object]] = {"bare": partial(bare, program.path)}
        for isolation in usable_levels():
            sandbox = stack.enter_context(Sandbox(program, isolation=isolation))
            works[isolation] = partial(play, matrix, sandbox, rules)
        times: dict[str, list[float]] = {name: [] for name in works}
        for _ in range(ROUNDS):
            Path("matrix.txt").write_text(write_matrix(matrix))
            for name, work in works.items():
                times[name].append(milliseconds(work))
    return {name: median(durations) for name, durations in times.items()}


def setup_times(program: Program, matrix: Matrix) -> dict[str, float]:
    """Return the time from making a sandbox to the end of its first turn, and of bubblewrap."""
    file = write_matrix(matrix).encode()

    def first_turn(isolation: IsolationLevel) -> None:
        rules = Rules()
        with Sandbox(program, isolation=isolation) as sandbox:
            sandbox.run(file, rules.timing.allowance(matrix.times[0]))

    works: dict[str, Callable[[], object]] = {
        f"{isolation}, with the first turn": partial(first_turn, isolation)
        for isolation in usable_levels()
    }
    if IsolationLevel.NAMESPACES in usable_levels():
        command = ["bwrap", "--unshare-all", "--ro-bind", "/", "/", "--dev", "/dev", "/bin/true"]
        works["bubblewrap around /bin/true"] = lambda: subprocess.run(command, check=True)
    return {name: median(milliseconds(work) for _ in range(SETUPS)) for name, work in works.items()}


def main() -> None:
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    heads = "".join(f"{isolation:>20}" for isolation in usable_levels())
    print(f"{'a half-move':16}{'bare':>10}{heads}")
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:  # a disk would be measured too
        os.chdir(folder)
        for game, bot in BOTS.items():
            path = Path(folder, "bots", bot)
            build(program_named(bot), Target.LINUX, path)
            program, matrix = Program(bot, path), position(game)
            medians = half_moves(program, matrix)
            line = f"{game:16}{medians['bare']:7.3f} ms"
            for isolation in usable_levels():
                line += (
                    f"{medians[isolation]:9.3f} ms {medians[isolation] / medians['bare']:4.2f} x"
                )
            print(line)
        for name, duration in setup_times(program, matrix).items():
            print(f"{name:32}{duration:7.2f} ms")
        os.chdir("/")


if __name__ == "__main__":
    main()
