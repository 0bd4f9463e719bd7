"""System calls of a half-move, by who makes them: the bot, the keeper or the referee.

Run by ``arena bench syscalls``; it needs ``strace``. A program that plays half-moves of a built-in
bot is traced. What the keeper does for a bot before the bot's own program begins is the keeper's.

While a bot runs, the keeper looks at it every 5 to 15 ms, so a half-move has more calls on a busy
machine and under ``strace``. The table is of half-moves without a look. The calls of a look are
counted with a bot that runs for a known time, as the difference to one that ends at once.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from shutil import which
from statistics import mean

from benchmarks.referee import position, usable_levels
from bot.builder.compiler import Target
from bot.builder.executable import build, program_named
from formats.matrix import write_matrix
from referee.judge import JudgingOptions
from referee.program import Allowance, Program
from referee.sandbox import Sandbox
from referee.sandbox.isolation_levels import IsolationLevel
from referee.turn import play
from tests.referee.busy import busy
from tests.referee.offending import compiled_c

BOT = "mmpeshki-greedy"
RUNNING = Path(__file__).with_suffix(".c")
"""Source of a bot that runs for as many milliseconds as its argument says."""
RUN_MS = 500
HALF_MOVES, RUNS, LOOPS = 60, 5, 4
ALLOWED = Allowance(own=Decimal(60), wall=Decimal(600))
ROLES = ("bot", "keeper", "referee")
MARK = "/begin-a-half-move"
"""Path that the traced referee asks for before each half-move, to be found in the trace."""
_CALL = re.compile(r"\d+ +(\w+)\(")


@dataclass(slots=True)
class HalfMove:
    """The system calls of a half-move, by role and name, and the looks at the running bot."""

    calls: Counter[tuple[str, str]] = field(default_factory=Counter)
    looks: int = 0

    def total(self, *roles: str) -> int:
        """Return the number of calls of these roles."""
        return sum(number for (role, _), number in self.calls.items() if role in roles)


def why_not() -> str:
    """Return why system calls cannot be traced here, or an empty string."""
    if which("strace") is None:
        return "strace is not here"
    command = ["strace", "-f", "-o", os.devnull, "true"]
    tried = subprocess.run(command, check=False, capture_output=True, text=True)
    return f"strace cannot trace here: {tried.stderr.strip()}" if tried.returncode else ""


@contextmanager
def build_bot() -> Iterator[Path]:
    """Build the bot whose half-moves are traced."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder, BOT)
        build(program_named(BOT), Target.LINUX, program)
        yield program


def trace_half_moves(
    isolation: IsolationLevel, program: Path, count: int = HALF_MOVES, *arguments: str
) -> list[HalfMove]:
    """Return half-moves of a traced referee, as ``play_all`` plays them.

    The first is left out, since it has what is done once for a game.
    """
    with tempfile.TemporaryDirectory() as folder:
        trace = Path(folder, "trace")
        module = [sys.executable, "-m", "benchmarks.syscalls"]
        player = [*module, isolation, str(program), str(count), *arguments]
        command = ["strace", "-f", "-qq", "-s", "0", "-e", "signal=none", "-o", str(trace), *player]
        subprocess.run(command, cwd=Path(__file__).parents[1], check=True)
        with trace.open(encoding="utf-8", errors="replace") as lines:
            return list(half_moves_of(lines, program.name))[2:-1]


def half_moves_of(lines: Iterable[str], program: str) -> Iterator[HalfMove]:
    """Yield what a trace has before the first mark, between two marks, and after the last one."""
    referee, bots, watchers, half_move = "", set[str](), set[str](), HalfMove()
    for line in lines:
        process = line.partition(" ")[0]
        if MARK in line:
            yield half_move
            referee, half_move = process, HalfMove()
            continue
        if "execve(" in line and f'/{program}"' in line:
            bots.add(process)
        if call := _CALL.match(line):
            role = "referee" if process == referee else "bot" if process in bots else "keeper"
            half_move.calls[role, call[1]] += 1
            # The keeper waits for the bot's end, its output and the end of the referee, and looks
            # if none of them comes.
            is_watching = call[1] == "poll" and "], 3, " in line
            watchers = watchers | {process} if is_watching else watchers - {process}
        half_move.looks += process in watchers and line.endswith("= 0 (Timeout)\n")
    yield half_move


def play_all(isolation: IsolationLevel, program: Path, count: int, *arguments: str) -> None:
    """Play so many half-moves and one before them; judge them unless the bot has arguments."""
    matrix, judging = position("mmpeshki"), JudgingOptions()
    file = write_matrix(matrix).encode()
    with Sandbox(Program(program.name, program, arguments), isolation=isolation) as sandbox:
        for _ in range(count + 1):
            os.access(MARK, os.F_OK)
            if arguments:
                sandbox.run(file, ALLOWED)
            else:
                play(matrix, sandbox, judging)
        os.access(MARK, os.F_OK)


def without_looks(half_moves: Sequence[HalfMove]) -> list[HalfMove]:
    """Return the half-moves with the fewest looks at the bot, mostly none."""
    fewest = min(half_move.looks for half_move in half_moves)
    return [half_move for half_move in half_moves if half_move.looks == fewest]


def calls_of_looks(isolation: IsolationLevel) -> tuple[dict[str, float], int]:
    """Return the keeper's calls for a look at a running bot, by name, and the number of looks."""
    program = compiled_c(RUNNING)
    short = without_looks(trace_half_moves(isolation, program, HALF_MOVES, "0"))
    running = trace_half_moves(isolation, program, RUNS, str(RUN_MS))
    looks = sum(half_move.looks for half_move in running)
    names = {name for half_move in running for role, name in half_move.calls if role == "keeper"}
    return {name: _more(running, short, name) * RUNS / looks for name in names}, looks


def _more(running: Sequence[HalfMove], short: Sequence[HalfMove], name: str) -> float:
    """Return how many more calls of this name the keeper makes for a bot that runs."""
    long_mean, short_mean = (
        mean(half_move.calls["keeper", name] for half_move in half_moves)
        for half_moves in (running, short)
    )
    return long_mean - short_mean


def row(title: str, numbers: Sequence[float]) -> str:
    return f"{title:24}" + "".join(f"{number:9.1f}" for number in (*numbers, sum(numbers)))


def total_row(title: str, half_moves: Sequence[HalfMove]) -> str:
    return row(title, [mean(move.total(role) for move in half_moves) for role in ROLES])


def rows_by_name(half_moves: Sequence[HalfMove]) -> Iterator[str]:
    """Yield the calls of an average half-move by name, most first."""
    means = {
        name: [mean(half_move.calls[role, name] for half_move in half_moves) for role in ROLES]
        for name in {name for half_move in half_moves for _, name in half_move.calls}
    }
    for name, numbers in sorted(means.items(), key=lambda item: -sum(item[1])):
        if sum(numbers) >= 0.05:
            yield row(name, numbers)


def main() -> None:
    if reason := why_not():
        sys.exit(f"System calls cannot be counted: {reason}.")
    with build_bot() as program:
        for isolation in usable_levels():
            print(f"{isolation:24}" + "".join(f"{role:>9}" for role in (*ROLES, "all")))
            quiet = trace_half_moves(isolation, program)
            with busy(LOOPS):
                loaded = trace_half_moves(isolation, program)
            print(*rows_by_name(without_looks(quiet)), sep="\n")
            print(total_row("without a look", without_looks(quiet)))
            print(total_row("with all looks", quiet))
            print(total_row("on busy cores", loaded))
            calls, looks = calls_of_looks(isolation)
            names = sorted((name for name in calls if calls[name] >= 0.05), key=lambda n: -calls[n])
            words = ", ".join(f"{calls[name]:.1f} {name}" for name in names)
            print(f"{sum(calls.values()):.1f} for each of {looks} looks: {words}\n", flush=True)


if __name__ == "__main__":
    if sys.argv[1:]:
        play_all(IsolationLevel(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), *sys.argv[4:])
    else:
        main()
