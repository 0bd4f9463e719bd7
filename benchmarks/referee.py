"""How long a half-move takes with all that the referee does, beside the bare start of its bot.

Run by ``arena bench referee``. The bot is a program of ours that moves at once. A half-move is all
of it: matrix.txt is written, the bot is run, everything of it is dead, its file is taken back and
judged. Beside it stands the same program, started and waited for by ``posix_spawn`` in a folder
with the same file and nothing else done. They take turns, on one core, so that both find the
machine in the same state; figures are medians.

The second table is what a player of a game takes once, and a whole bubblewrap to compare it with.
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
    """Where the bot has a move to make."""
    law = all_games()[game]()
    return Matrix(law, law.start(StartRequest(seed=1) if game == "mmpeshki" else StartRequest()))


def milliseconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


def bare(program: Path) -> None:
    """The least that running a program takes."""
    pid = os.posix_spawn(program, [str(program)], {})
    os.waitpid(pid, 0)


def working() -> list[IsolationLevel]:
    """The stages that bots can be run on here, weakest first."""
    return [isolation for isolation in reversed(IsolationLevel) if why_not(isolation) is None]


def half_moves(program: Program, matrix: Matrix) -> dict[str, float]:
    """Medians, in milliseconds."""
    rules = Rules()
    with ExitStack() as stack:
        works = {"bare": lambda: bare(program.path)}
        for isolation in working():
            sandbox = stack.enter_context(Sandbox(program, isolation=isolation))
            works[isolation] = lambda sandbox=sandbox: play(matrix, sandbox, rules)
        times: dict[str, list[float]] = {name: [] for name in works}
        for _ in range(ROUNDS):
            Path("matrix.txt").write_text(write_matrix(matrix))
            for name, work in works.items():
                times[name].append(milliseconds(work))
    return {name: median(some) for name, some in times.items()}


def setting_up(program: Program, matrix: Matrix) -> dict[str, float]:
    """What a sandbox of each stage takes until its first turn is over, and bubblewrap alone."""
    file = write_matrix(matrix).encode()

    def first_turn(isolation: IsolationLevel) -> None:
        rules = Rules()
        with Sandbox(program, isolation=isolation) as sandbox:
            sandbox.run(file, rules.timing.allowance(matrix.times[0]))

    works: dict[str, Callable[[], object]] = {
        f"{isolation}, with the first turn": partial(first_turn, isolation)
        for isolation in working()
    }
    if IsolationLevel.NAMESPACES in working():
        command = ["bwrap", "--unshare-all", "--ro-bind", "/", "/", "--dev", "/dev", "/bin/true"]
        works["bubblewrap around /bin/true"] = lambda: subprocess.run(command, check=True)
    return {name: median(milliseconds(work) for _ in range(SETUPS)) for name, work in works.items()}


def main() -> None:
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    heads = "".join(f"{isolation:>20}" for isolation in working())
    print(f"{'a half-move':16}{'bare':>10}{heads}")
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:  # a disk would be measured too
        os.chdir(folder)
        for game, bot in BOTS.items():
            path = Path(folder, "bots", bot)
            build(program_named(bot), Target.LINUX, path)
            program, matrix = Program(bot, path), position(game)
            found = half_moves(program, matrix)
            line = f"{game:16}{found['bare']:7.3f} ms"
            for isolation in working():
                line += f"{found[isolation]:9.3f} ms {found[isolation] / found['bare']:4.2f} x"
            print(line)
        for name, took in setting_up(program, matrix).items():
            print(f"{name:32}{took:7.2f} ms")
        os.chdir("/")


if __name__ == "__main__":
    main()
