"""Tests of turns in a real sandbox, from a program that runs, sleeps or waits to the record."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import nullcontext, suppress
from decimal import Decimal
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from formats.matrix import Matrix
from referee.bot_game import Setting, play_game
from referee.clock import Clock, Timing
from referee.judge import JudgingOptions
from referee.program import Allowance, Program, RefereeError
from referee.sandbox import Sandbox
from referee.sandbox.cgroup import Group
from referee.sandbox.isolation_levels import IsolationLevel
from referee.sandbox.run_result import RunEnd, RunResult, run_result_with_end
from referee.turn import Turn, play
from referee.verdict import Ending
from tests.full_load import FULL
from tests.referee.busy import busy, on_one_core
from tests.referee.needs import ISOLATION_LEVELS
from tests.referee.offending import HERE, compiled_c, keepers, start

# All tests that keep cores busy run in one worker, one after the other.
pytestmark = pytest.mark.xdist_group("load")

RUNS = "while time.process_time() < 0.4: pass"
RUNS_SHORTLY = "while time.process_time() < 0.25: pass"
MANY_CHILDREN = "for _ in range(60): os.system('/bin/true')"
MANY_THREADS = """
def run():
    while time.thread_time() < 0.02: pass
threads = [threading.Thread(target=run) for _ in range(16)]
[each.start() for each in threads]
[each.join() for each in threads]
"""
TAKES_TURNS = """
ours, theirs = os.pipe()
back, forth = os.pipe()
if os.fork() == 0:
    for _ in range(2000): os.read(ours, 1); os.write(forth, b'x')
    os._exit(0)
for _ in range(2000): os.write(theirs, b'x'); os.read(back, 1)
os.wait()
"""
WAITS = {
    "it runs": RUNS,
    "many short-lived children": MANY_CHILDREN,
    "many threads": MANY_THREADS,
    "two processes that take turns": TAKES_TURNS,
}
SLEEPS = {
    "it sleeps": "time.sleep(0.8)",
    "it naps": "for _ in range(80): time.sleep(0.01)",
    "its child sleeps": "os.fork() or (time.sleep(0.8), os._exit(0))\nos.wait()",
    "its vfork child sleeps": "import subprocess; subprocess.run(['sleep', '0.8'])",
    "its threads sleep": """
threads = [threading.Thread(target=time.sleep, args=[0.8]) for _ in range(4)]
[each.start() for each in threads]
[each.join() for each in threads]
""",
}


def at_levels(cases: Sequence[tuple[Any, ...]]) -> list[Any]:
    """Return each case at two isolation levels in turn; with ``FULL_LOAD`` at all of them."""
    return [
        pytest.param(
            *case, *level.values, id="-".join(map(str, (*case, level.id))), marks=level.marks
        )
        for number, case in enumerate(cases)
        for place, level in enumerate(ISOLATION_LEVELS)
        if FULL or place != number % len(ISOLATION_LEVELS)
    ]


@pytest.fixture(name="core")
def keep_to_one_core() -> Iterator[int]:
    """Keep the test to one core, as a tournament does with a game."""
    with on_one_core() as core:
        yield core


def bot_script(folder: Path, text: str) -> Program:
    """Return a bot that runs this Python text and then moves like the honest bot."""
    path = folder / "bot"
    moves = compiled_c(HERE / "honest.c").read_bytes().hex()
    path.write_text(
        f"#!/usr/bin/python3 -IS\nimport os, threading, time\n{text}\n"
        "path = os.environ.get('TMPDIR', '/tmp') + '/honest-' + str(os.getpid())\n"
        "file = os.open(path, os.O_WRONLY | os.O_CREAT, 0o755)\n"
        f"os.write(file, bytes.fromhex('{moves}'))\n"
        "os.close(file)\n"
        "status = os.spawnv(os.P_WAIT, path, [path])\n"
        "os.remove(path)\n"
        "os._exit(status)\n"
    )
    path.chmod(0o755)
    return Program("bot", path)


def turn_of(
    program: Program, isolation: IsolationLevel, left: str = "5", **timing: str | Clock
) -> Turn:
    """Play a half-move with this many seconds left."""
    seconds: dict[str, Any] = {
        name: Decimal(value) for name, value in timing.items() if name != "clock"
    }
    judging = JudgingOptions(Timing(Clock(timing.get("clock", Clock.CPU)), **seconds))
    with Sandbox(program, isolation=isolation) as sandbox:
        return play(start(Decimal(left)), sandbox, judging)


def figures(run_result: RunResult) -> str:
    """Return the measured times, for the message of a failed test."""
    names = ("cpu", "wall", "slept", "waited")
    return ", ".join(f"{name} {getattr(run_result, name):.3f}" for name in names)


@pytest.mark.parametrize("isolation", ISOLATION_LEVELS)
@pytest.mark.parametrize("activity", WAITS)
def test_waiting_for_a_core_is_not_counted_as_sleep(
    activity: str, isolation: IsolationLevel, core: int, tmp_path: Path
) -> None:
    with busy(4, {core}):
        turn = turn_of(bot_script(tmp_path, WAITS[activity]), isolation)
    run_result = turn.run_result
    assert turn.judgement.verdict is None, figures(run_result)
    assert run_result.waited > run_result.cpu, figures(run_result)
    assert run_result.slept < run_result.wall / 20, figures(run_result)


@pytest.mark.parametrize(
    ("activity", "loops", "isolation"), at_levels(list(product(SLEEPS, [0, 4])))
)
def test_sleep_is_measured_whatever_else_runs(
    activity: str, loops: int, isolation: IsolationLevel, core: int, tmp_path: Path
) -> None:
    with busy(loops, {core}):
        turn = turn_of(bot_script(tmp_path, SLEEPS[activity]), isolation)
    run_result = turn.run_result
    assert turn.judgement.verdict is None, figures(run_result)
    assert Decimal("0.5") < run_result.slept < Decimal(1), figures(run_result)


@pytest.mark.parametrize(("clock", "isolation"), at_levels([(clock,) for clock in Clock]))
def test_a_bot_has_its_time_on_a_busy_core(
    clock: Clock, isolation: IsolationLevel, core: int, tmp_path: Path
) -> None:
    """If waiting counted, the bot would exceed every limit but the machine's twofold."""
    with busy(9, {core}):
        turn = turn_of(
            bot_script(tmp_path, RUNS_SHORTLY), isolation, left="0.8", patience="0.2", clock=clock
        )
    assert turn.run_result.wall > Decimal("1.6"), figures(turn.run_result)
    assert turn.judgement.verdict is None, figures(turn.run_result)


IGNORES = """
import signal
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
def think():
    while time.process_time() < 0.005: pass
    os._exit(0)
for _ in range(40):
    os.fork() or think()
    try: os.wait()
    except ChildProcessError: pass
signal.signal(signal.SIGCHLD, signal.SIG_DFL)
"""


@pytest.mark.parametrize("isolation", ISOLATION_LEVELS)
@pytest.mark.parametrize("loops", [0, 4])
def test_waiting_of_ignored_children_is_not_charged(
    loops: int,
    isolation: IsolationLevel,
    core: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without a control group ignored children are accounted only in part: they run 0.2 s."""
    monkeypatch.setattr("referee.sandbox.keeper_start.group", lambda _: nullcontext(Group()))
    with busy(loops, {core}):
        turn = turn_of(bot_script(tmp_path, IGNORES), isolation, left="0.6")
    assert turn.judgement.verdict is None, figures(turn.run_result)
    assert Decimal("0.1") < turn.run_result.cpu < Decimal("0.4"), figures(turn.run_result)


STOPPED = [("all of it", clock) for clock in Clock] + [("the keeper", Clock.CPU)]


@pytest.mark.parametrize(("stopped_part", "clock", "isolation"), at_levels(STOPPED))
def test_a_stopped_sandbox_is_not_charged_to_the_bot(
    stopped_part: str, clock: Clock, isolation: IsolationLevel, tmp_path: Path
) -> None:
    """The sandbox stops as in a paused container; the bot sleeps an allowed 0.4 s."""
    program = bot_script(tmp_path, "time.sleep(0.4)")

    def stop_and_continue() -> None:
        time.sleep(0.2)
        processes = [pid for child in keepers(os.getpid()) for pid in descendants(child)]
        processes = [pid for pid in processes if stopped_part == "all of it" or is_keeper(pid)]
        for sent in (signal.SIGSTOP, signal.SIGCONT):
            for pid in processes:
                with suppress(ProcessLookupError):  # the bot may have ended
                    os.kill(pid, sent)
            time.sleep(1.2 if sent is signal.SIGSTOP else 0)

    thread = threading.Thread(target=stop_and_continue)
    thread.start()
    turn = turn_of(program, isolation, left="1", patience="0.2", clock=clock)
    thread.join()
    assert turn.run_result.wall > Decimal("0.4"), figures(turn.run_result)
    assert turn.run_result.own_time < Decimal("0.7"), figures(turn.run_result)
    assert turn.judgement.verdict is None, figures(turn.run_result)


def descendants(process: int) -> list[int]:
    """Return the process and all its descendants."""
    try:
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except OSError:
        return []
    return [process, *(pid for child in children for pid in descendants(int(child)))]


def is_keeper(process: int) -> bool:
    """Return whether the process is a keeper, or contains one."""
    return b"keeper" in Path(f"/proc/{process}/cmdline").read_bytes()


NEEDS_ALL = "while time.process_time() < 0.15: pass"
IMPATIENT = JudgingOptions(Timing(patience=Decimal(0), waits=Decimal(1), overload=Decimal(0)))
"""Options by which the machine is overloaded if it leaves a bot less than half of a core."""


@pytest.mark.parametrize("isolation", ISOLATION_LEVELS)
def test_a_turn_continues_after_the_machine_was_overloaded(
    isolation: IsolationLevel, core: int, tmp_path: Path
) -> None:
    """The bot is started once, and its computation so far is not lost."""
    judging = JudgingOptions(Timing(patience=Decimal(0), overload=Decimal(0)))
    with busy(15, {core}), Sandbox(bot_script(tmp_path, NEEDS_ALL), isolation=isolation) as sandbox:
        turn = play(start(Decimal("0.6")), sandbox, judging)
    assert turn.run_result.waited > 8 * turn.run_result.own_time, figures(turn.run_result)
    assert turn.judgement.verdict is None, figures(turn.run_result)


@pytest.mark.parametrize("isolation", ISOLATION_LEVELS)
def test_an_overloaded_machine_voids_the_game_without_running_a_turn_again(
    isolation: IsolationLevel, core: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs: list[RunResult] = []

    def run(sandbox: Sandbox, file: bytes, allowance: Allowance) -> RunResult:
        runs.append(run_once(sandbox, file, allowance))
        return runs[-1]

    run_once = Sandbox.run
    monkeypatch.setattr(Sandbox, "run", run)
    program = bot_script(tmp_path, NEEDS_ALL)
    setting = Setting(start(Decimal("0.4")), IMPATIENT, isolation)
    with busy(15, {core}), pytest.raises(RefereeError, match="the machine is overloaded"):
        play_game({"A": program, "B": program}, setting)
    assert [each.end for each in runs] == [RunEnd.OVERLOADED]


def test_a_program_that_is_still_being_written_voids_the_game(tmp_path: Path) -> None:
    program = bot_script(tmp_path, "")
    with program.path.open("ab"), Sandbox(program, isolation=IsolationLevel.NONE) as sandbox:
        try:
            subprocess.run([program.path], check=False, cwd=tmp_path)
        except OSError as error:
            with pytest.raises(RefereeError, match=os.strerror(error.errno or 0)):
                play(start(Decimal(5)), sandbox, JudgingOptions())
        else:
            pytest.skip("Linux 6.11 and 6.12 run a program that is being written")


class Failing(Sandbox):
    """A sandbox on a machine that lacks what a start takes, and cannot be brought to it."""

    def run(self, file: bytes, allowance: Allowance) -> RunResult:
        """Report the errno that is the name of the program."""
        del file, allowance
        return run_result_with_end(RunEnd.NOT_STARTED, getattr(errno, self._program.name))


@pytest.mark.parametrize("name", ["EAGAIN", "EMFILE", "ENFILE", "ENOMEM", "ESTALE"])
def test_a_machine_that_cannot_start_a_program_voids_the_game(name: str) -> None:
    with pytest.raises(RefereeError, match="the machine cannot start a program"):
        play(start(Decimal(5)), Failing(Program(name, Path())), JudgingOptions())


def test_a_program_that_is_cut_off_loses(tmp_path: Path) -> None:
    """The kernel reports EIO, as for a broken disk, if the file ends in the name of its loader."""
    program, whole = bot_script(tmp_path, ""), Path("/bin/true").read_bytes()
    program.path.write_bytes(whole[: whole.index(b"/ld")])
    with Sandbox(program, isolation=IsolationLevel.NONE) as sandbox:
        turn = play(start(Decimal(5)), sandbox, JudgingOptions())
    assert (turn.run_result.end, turn.run_result.status) == (RunEnd.NOT_STARTED, errno.EIO)
    assert turn.judgement.verdict
    assert turn.judgement.verdict.ending is Ending.NOT_STARTED


def test_the_verdict_names_the_limit_of_sleep_that_was_exceeded(tmp_path: Path) -> None:
    program = bot_script(tmp_path, "time.sleep(0.5)")
    before: Matrix = start(Decimal("0.2"))
    with Sandbox(program, isolation=IsolationLevel.NONE) as sandbox:
        in_move = play(before, sandbox, JudgingOptions(Timing(patience=Decimal("0.1"))))
        in_game = play(before, sandbox, JudgingOptions(Timing(idle=Decimal(8))), (), Decimal("7.9"))
    for turn, sentence in ((in_move, "in this turn, and had 0.2 s left"), (in_game, "of the 8 s")):
        assert turn.judgement.verdict
        assert turn.judgement.verdict.ending is Ending.OUT_OF_TIME
        assert sentence in turn.judgement.verdict.say()
