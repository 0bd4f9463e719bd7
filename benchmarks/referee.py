"""Time of a half-move with all the referee's work, compared with a bare start of the bot.

Run by ``arena bench referee``. The bot is a built-in program that moves at once. A half-move
includes everything: matrix.txt is written, the bot is run, all its processes are ended, its file is
taken back and judged. It is compared with the same program, started and waited for by
``posix_spawn`` in a folder with the same file and nothing else done. The two alternate on one core,
so that both find the machine in the same state; figures are medians.

The second table divides the processor time of a half-move. The referee's time is that of this
process, the keeper's time is that of its process alone, and the bot's time is that of all processes
that the keeper has started: at the level ``namespaces`` the first process of a turn is one of them.
The kernel divides user and system time by sampling, but knows their sum. The referee's share is its
time divided by the time of a bare start, which includes starting the bot.

The third table is the cost that each player of a game has once, and that of a whole bubblewrap for
comparison.
"""

from __future__ import annotations

import os
import resource
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median

from bot.builder.compiler import Target
from bot.builder.executable import build, program_named
from formats.game import StartRequest
from formats.games import all_games
from formats.matrix import Matrix, write_matrix
from referee.judge import JudgingOptions
from referee.program import Program
from referee.sandbox import Sandbox
from referee.sandbox.isolation_choice import why_not
from referee.sandbox.isolation_levels import IsolationLevel
from referee.turn import play
from tests.referee.offending import keepers

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


@dataclass(frozen=True, slots=True)
class CpuTime:
    """Processor time in microseconds."""

    user: float = 0
    system: float = 0

    def __add__(self, other: CpuTime) -> CpuTime:
        return CpuTime(self.user + other.user, self.system + other.system)

    def __sub__(self, other: CpuTime) -> CpuTime:
        return CpuTime(self.user - other.user, self.system - other.system)

    @property
    def total(self) -> float:
        return self.user + self.system


def time_of(usage_of: int) -> CpuTime:
    """Return the time of RUSAGE_SELF, or of RUSAGE_CHILDREN: children that were waited for."""
    usage = resource.getrusage(usage_of)
    return CpuTime(usage.ru_utime * 1e6, usage.ru_stime * 1e6)


def times_of_keeper(process: int) -> tuple[CpuTime, CpuTime]:
    """Return the time of a keeper, and that of all that it has started and waited for."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    user, system, user_of_children, system_of_children = (
        int(ticks) * 1e6 / os.sysconf("SC_CLK_TCK") for ticks in fields[11:15]
    )
    return CpuTime(user, system), CpuTime(user_of_children, system_of_children)


def keeper_in(process: int) -> int:
    """Return the number of the keeper: the process itself, or the innermost one of bubblewrap."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    is_keeper = Path(f"/proc/{process}/comm").read_text() == "keeper\n"
    return process if is_keeper or not children else keeper_in(int(children[0]))


@dataclass(slots=True)
class Runs:
    """The runs of one way to make a half-move."""

    work: Callable[[], object]
    keeper: int | None = None
    durations: list[float] = field(default_factory=list)
    referee: CpuTime = field(default_factory=CpuTime)
    before: tuple[CpuTime, CpuTime] = (CpuTime(), CpuTime())

    def run(self) -> None:
        """Run once, and take the time that passes and that of this process."""
        before = time_of(resource.RUSAGE_SELF)
        self.durations.append(milliseconds(self.work))
        self.referee += time_of(resource.RUSAGE_SELF) - before

    def by_process(self) -> Iterator[tuple[str, CpuTime]]:
        """Yield the processor time of each process since ``before``."""
        yield "referee", self.referee
        if self.keeper is not None:
            keeper, children = times_of_keeper(self.keeper)
            yield "keeper", keeper - self.before[0]
            yield "bot", children - self.before[1]


def usable_levels() -> list[IsolationLevel]:
    """Return the isolation levels that can be used on this machine, weakest first."""
    return [isolation for isolation in reversed(IsolationLevel) if why_not(isolation) is None]


def half_moves(
    program: Program, matrix: Matrix
) -> tuple[dict[str, float], dict[str, dict[str, CpuTime]]]:
    """Return the median milliseconds of each way to run a half-move, and where its time goes."""
    judging = JudgingOptions()
    with ExitStack() as stack:
        runs_by_name = {"bare": Runs(partial(bare, program.path))}
        for isolation in usable_levels():
            others = set(keepers(os.getpid()))
            sandbox = stack.enter_context(Sandbox(program, isolation=isolation))
            runs_by_name[isolation] = runs = Runs(partial(play, matrix, sandbox, judging))
            runs.work()  # bubblewrap has started the keeper then
            runs.keeper = keeper_in(*(set(keepers(os.getpid())) - others))
            runs.before = times_of_keeper(runs.keeper)
        started_before = time_of(resource.RUSAGE_CHILDREN)
        for _ in range(ROUNDS):
            Path("matrix.txt").write_text(write_matrix(matrix))
            for runs in runs_by_name.values():
                runs.run()
        started = time_of(resource.RUSAGE_CHILDREN) - started_before
        times = {name: dict(runs.by_process()) for name, runs in runs_by_name.items()}
        times["bare"]["bot"] = started
    return {name: median(runs.durations) for name, runs in runs_by_name.items()}, times


def print_times(times: dict[str, dict[str, CpuTime]]) -> None:
    """Print the processor time of a half-move by process, user and system, in microseconds."""
    least = sum(time.total for time in times["bare"].values())
    for name, by_process in times.items():
        parts = (
            f"{process} {time.user / ROUNDS:.0f} + {time.system / ROUNDS:.0f}"
            for process, time in by_process.items()
        )
        share = f"; referee's share {by_process['referee'].total / least:.2f}"
        print(f"  {name:12}{', '.join(parts)} us{share if name != 'bare' else ''}")


def setup_times(program: Program, matrix: Matrix) -> dict[str, float]:
    """Return the time from making a sandbox to the end of its first turn, and of bubblewrap."""
    file = write_matrix(matrix).encode()

    def first_turn(isolation: IsolationLevel) -> None:
        judging = JudgingOptions()
        with Sandbox(program, isolation=isolation) as sandbox:
            sandbox.run(file, judging.timing.allowance(matrix.times[0]))

    work_by_name: dict[str, Callable[[], object]] = {
        f"{isolation}, with the first turn": partial(first_turn, isolation)
        for isolation in usable_levels()
    }
    if IsolationLevel.NAMESPACES in usable_levels():
        command = ["bwrap", "--unshare-all", "--ro-bind", "/", "/", "--dev", "/dev", "/bin/true"]
        work_by_name["bubblewrap around /bin/true"] = lambda: subprocess.run(command, check=True)
    return {
        name: median(milliseconds(work) for _ in range(SETUPS))
        for name, work in work_by_name.items()
    }


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
            medians, times = half_moves(program, matrix)
            line = f"{game:16}{medians['bare']:7.3f} ms"
            for isolation in usable_levels():
                line += (
                    f"{medians[isolation]:9.3f} ms {medians[isolation] / medians['bare']:4.2f} x"
                )
            print(line)
            print_times(times)
        for name, duration in setup_times(program, matrix).items():
            print(f"{name:32}{duration:7.2f} ms")
        os.chdir("/")


if __name__ == "__main__":
    main()
