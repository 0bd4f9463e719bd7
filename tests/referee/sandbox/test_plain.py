"""Tests of the plain runner, by scripts that run on any system."""

from __future__ import annotations

import errno
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psutil
import pytest

from referee.program import MIB, Allowance, Limits, Program, RefereeError
from referee.sandbox import Background, Sandbox, keeper_link
from referee.sandbox.isolation_choice import why_not
from referee.sandbox.isolation_levels import IsolationLevel
from referee.sandbox.launch import windows_words
from referee.sandbox.plain import family
from referee.sandbox.run_result import FileKind, RunEnd, RunResult
from tests.places import ROOT
from tests.present import needs, without_rights_of_root
from tests.referee.test_pool import has_ended

AMPLE = Allowance(own=Decimal(60), wall=Decimal(300), cpu=Decimal(60))
SHORT = Allowance(own=Decimal("0.7"), wall=Decimal(60), cpu=Decimal("0.4"))
IN_TIME = 20
"""Seconds that a busy machine may take."""
posix = pytest.mark.skipif(os.name != "posix", reason="Windows has none of that")
limited = pytest.mark.skipif(psutil.MACOS, reason="macOS sets no limit on another process")

SPINS = "while True: pass"
SLEEPS = "import time; time.sleep(100)"
HANGS = "import threading; threading.Event().wait()"
SPINS_IN_THREADS = """
import threading
for _ in range(4): threading.Thread(target=lambda: [0 for _ in iter(int, 1)]).start()
"""
SPINS_IN_A_CHILD = """
import subprocess, sys
subprocess.run([sys.executable, "-c", "while True: pass"])
"""
IGNORES_THE_LIMIT = """
import signal
if hasattr(signal, "SIGXCPU"): signal.signal(signal.SIGXCPU, signal.SIG_IGN)
while True: pass
"""
FLOODS = """
import os
while True: os.write(1, bytes(65536))
"""
TAKES_MEMORY = """
kept = []
while True: kept.append(b"x" * (1 << 20))
"""
LEAVES_A_DAEMON = """
import subprocess, sys
command = [sys.executable, "-c", "import time; time.sleep(100)"]
apart = dict(creationflags=8) if sys.platform == "win32" else dict(start_new_session=True)
nothing = subprocess.DEVNULL
print(subprocess.Popen(command, stdin=nothing, stdout=nothing, stderr=nothing, **apart).pid)
"""
LEAVES_A_DAEMON_THAT_RAN = """
import subprocess, sys
runs = "import time\\nwhile time.process_time() < 0.5: pass\\n"
runs += "print('ran', flush=True); time.sleep(100)"
apart = dict(creationflags=8) if sys.platform == "win32" else dict(start_new_session=True)
daemon = subprocess.Popen([sys.executable, "-c", runs], stdout=subprocess.PIPE, **apart)
print(daemon.stdout.readline().decode())
"""
TWO_TURNS = """
import sys
from tests.referee.sandbox.test_plain import AMPLE, IsolationLevel, Path, Sandbox
from tests.referee.sandbox.test_plain import bot_script, keeper_link

keeper_link.is_built = lambda: False
text = "import os; print(os.listdir()); os.mkdir('above'); os.mkdir('above/locked', 0)"
with Sandbox(bot_script(Path(sys.argv[1]), text), isolation=IsolationLevel.NONE) as sandbox:
    for _ in range(2):
        result = sandbox.run(b"given", AMPLE)
        print(result.end.name, result.printed.decode().strip(), *result.other_names)
"""

Run = Callable[..., RunResult]


@pytest.fixture(autouse=True)
def without_keeper(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hide the keeper in C, as on a system that has none."""
    monkeypatch.setattr(keeper_link, "is_built", lambda: False)


def bot_script(folder: Path, text: str, *arguments: str) -> Program:
    """Return a bot that this Python runs."""
    path = folder / "bot.py"
    path.write_text(f"#!{sys.executable}\n{text}\n", encoding="utf-8")
    path.chmod(0o755)
    return Program("bot", path, arguments)


@pytest.fixture(name="run")
def make_run(tmp_path: Path) -> Run:
    """Return a function that plays a turn of a script."""

    def run(text: str, allowance: Allowance = AMPLE, **limits: Any) -> RunResult:
        with Sandbox(
            bot_script(tmp_path, text), Limits(**limits), isolation=IsolationLevel.NONE
        ) as sandbox:
            return sandbox.run(b"given\n", allowance)

    return run


def test_a_bot_finds_only_its_file_and_an_empty_input(run: Run) -> None:
    run_result = run(
        "import os, sys; file = open('matrix.txt', 'r+b')\n"
        "print(os.listdir(), file.read(), sys.stdin.read(), flush=True)\n"
        "print('error', file=sys.stderr); file.write(b'more')"
    )
    assert (run_result.end, run_result.status) == (RunEnd.EXITED, 0)
    assert run_result.printed.split() == [b"['matrix.txt']", b"b'given\\n'", b"error"]
    assert run_result.file.data == b"given\nmore"
    assert (run_result.file.kind, run_result.file.links) == (FileKind.REGULAR, 1)
    assert run_result.other_names == ()
    assert not run_result.left_processes
    assert run_result.memory < 100 * MIB


def test_every_turn_has_a_folder_of_its_own(tmp_path: Path) -> None:
    text = "import os, sys; print(os.listdir()); os.mkdir('deep'); os.chdir('deep')\n"
    text += "for _ in range(1500): os.mkdir('d'); os.chdir('d')" if os.name == "posix" else ""
    with Sandbox(bot_script(tmp_path, text), isolation=IsolationLevel.NONE) as sandbox:
        turns = [sandbox.run(b"given\n", AMPLE) for _ in range(2)]
    assert [turn.printed.strip() for turn in turns] == [b"['matrix.txt']"] * 2
    assert [turn.other_names for turn in turns] == [("deep",)] * 2


@needs("setpriv")
def test_a_folder_that_its_owner_may_not_open_is_removed(tmp_path: Path) -> None:
    command = without_rights_of_root(sys.executable, "-c", TWO_TURNS, str(tmp_path))
    turns = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert turns.splitlines() == ["EXITED ['matrix.txt'] above"] * 2


@pytest.mark.parametrize("text", [SPINS, SPINS_IN_THREADS, SPINS_IN_A_CHILD, FLOODS, SLEEPS, HANGS])
def test_a_bot_that_does_not_end_is_stopped_in_time(run: Run, text: str) -> None:
    began = time.monotonic()
    run_result = run(text, SHORT)
    assert time.monotonic() - began < IN_TIME
    assert SHORT.own <= run_result.wall == run_result.own_time < SHORT.own + 5
    assert SHORT.cpu
    is_over = run_result.cpu >= SHORT.cpu
    assert run_result.end is (RunEnd.CPU_OVER if is_over else RunEnd.OWN_TIME_OVER)
    assert is_over or text not in {SPINS, SPINS_IN_A_CHILD} or psutil.getloadavg()[0] > 1
    assert not is_over or text not in {SLEEPS, HANGS}


@limited
@pytest.mark.parametrize("text", [SPINS, SPINS_IN_THREADS, SPINS_IN_A_CHILD, IGNORES_THE_LIMIT])
def test_the_system_limits_processor_time(run: Run, text: str) -> None:
    run_result = run(text, Allowance(own=Decimal(60), wall=Decimal(60), cpu=Decimal("0.4")))
    assert run_result.end is RunEnd.CPU_OVER
    assert Decimal("0.4") <= run_result.cpu < 3
    assert run_result.wall < 50


def test_a_turn_for_which_the_wall_time_is_too_short_is_given_up(run: Run) -> None:
    run_result = run(SLEEPS, Allowance(own=Decimal(60), wall=Decimal("0.5")))
    assert run_result.end is RunEnd.OVERLOADED


def test_a_bot_that_takes_too_much_memory_is_stopped(run: Run) -> None:
    if sys.platform == "linux" and family._peak_before_exec() > 800 * MIB:
        pytest.skip("this process has had more memory, which hides the bot's")
    run_result = run(TAKES_MEMORY, Allowance(own=Decimal(10), wall=Decimal(10)), memory=400 * MIB)
    assert run_result.end is RunEnd.MEMORY_OVER
    assert run_result.memory > 400 * MIB


def test_the_memory_of_the_referee_is_not_taken_for_the_bots(run: Run) -> None:
    assert psutil.Process().memory_info().rss > 50 * MIB
    run_result = run("pass", memory=50 * MIB)
    assert (run_result.end, run_result.status) == (RunEnd.EXITED, 0)
    assert run_result.memory < 50 * MIB


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux counts it")
def test_a_kernel_that_tells_no_peak_runs_bots(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(family, "Path", lambda _: SimpleNamespace(read_text=lambda **_: "Pid: 1"))
    run_result = run("pass", memory=50 * MIB)
    assert (run_result.end, run_result.status) == (RunEnd.EXITED, 0)
    assert run_result.memory < 50 * MIB


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux counts it")
def test_a_peak_that_cannot_be_read_leaves_no_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(family, "_start", lambda *_, **__: pytest.fail("it has started"))
    monkeypatch.setattr(family, "Path", lambda _: Path("/nowhere"))
    start = family.Start([], Path(), {}, MIB, None)
    with pytest.raises(FileNotFoundError):
        family.Group(start)


def test_a_long_output_is_cut_and_counted(run: Run) -> None:
    run_result = run("for _ in range(100): print('x' * 65535)", output=1000)
    assert run_result.printed == b"x" * 1000
    assert run_result.printed_size >= 100 * 65536


def test_a_left_daemon_is_reported_and_killed(run: Run) -> None:
    run_result = run(LEAVES_A_DAEMON)
    assert (run_result.end, run_result.status) == (RunEnd.EXITED, 0)
    assert run_result.left_processes
    daemon = int(run_result.printed)
    assert has_ended(daemon)


def test_processor_time_of_children_is_counted(run: Run) -> None:
    run_result = run(
        "import subprocess, sys\n"
        "spin = 'import time\\nwhile time.process_time() < 0.5: pass'\n"
        "subprocess.run([sys.executable, '-c', spin])"
    )
    assert Decimal("0.5") <= run_result.cpu < Decimal(3)
    assert run_result.wall >= Decimal("0.5")


def test_processor_time_of_a_left_daemon_is_counted(run: Run) -> None:
    run_result = run(LEAVES_A_DAEMON_THAT_RAN)
    assert (run_result.end, run_result.status) == (RunEnd.EXITED, 0)
    assert run_result.left_processes
    assert run_result.printed.strip() == b"ran"
    assert run_result.cpu >= Decimal("0.5")


def test_time_in_which_a_bot_does_not_run_counts_as_sleep(run: Run) -> None:
    for text in (
        "import time; time.sleep(1)",
        "import time\nwhile time.process_time() < 0.5: pass",
    ):
        run_result = run(text)
        assert run_result.slept == max(run_result.wall - run_result.cpu, 0)
        assert run_result.slept >= Decimal("0.7") or run_result.cpu >= Decimal("0.5")
        assert run_result.own_time == run_result.wall


def test_an_exit_status_is_reported(run: Run) -> None:
    run_result = run("raise SystemExit(3)")
    assert (run_result.end, run_result.status) == (RunEnd.EXITED, 3)


@posix
def test_a_signal_is_reported(run: Run) -> None:
    run_result = run("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)")
    assert (run_result.end, run_result.status) == (RunEnd.SIGNALLED, 11)


def test_a_file_that_is_no_program_is_not_started(tmp_path: Path) -> None:
    junk = tmp_path / "junk"
    junk.write_bytes(b"\1\2\3")
    junk.chmod(0o755)
    with Sandbox(Program("junk", junk), isolation=IsolationLevel.NONE) as sandbox:
        run_result = sandbox.run(b"", AMPLE)
    assert (run_result.end, run_result.status) == (RunEnd.NOT_STARTED, errno.ENOEXEC)


@posix
def test_a_script_without_its_interpreter_is_not_started(tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text("#!/no/such/python\n")
    script.chmod(0o755)
    with Sandbox(Program("script", script), isolation=IsolationLevel.NONE) as sandbox:
        run_result = sandbox.run(b"", AMPLE)
    assert (run_result.end, run_result.status) == (RunEnd.NOT_STARTED, errno.ENOENT)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("os.remove('matrix.txt')", FileKind.MISSING),
        ("os.remove('matrix.txt'); os.mkdir('matrix.txt')", FileKind.FOLDER),
        ("os.link('matrix.txt', 'other')", FileKind.REGULAR),
        ("open('matrix.txt', 'wb').write(bytes(100_000))", FileKind.REGULAR),
        pytest.param(
            "os.remove('matrix.txt'); os.symlink('x', 'matrix.txt')", FileKind.LINK, marks=posix
        ),
        pytest.param(
            "os.remove('matrix.txt'); os.mkfifo('matrix.txt')", FileKind.FIFO, marks=posix
        ),
    ],
)
def test_a_matrix_that_is_no_plain_file_is_reported_and_not_read(
    run: Run, text: str, kind: FileKind
) -> None:
    run_result = run(f"import os; {text}")
    assert (run_result.end, run_result.status) == (RunEnd.EXITED, 0)
    assert run_result.file.kind is kind
    assert run_result.file.data == b""
    if kind is FileKind.REGULAR:
        assert run_result.file.links == 2 or run_result.file.size == 100_000


def test_a_turn_can_be_stopped_from_another_thread(tmp_path: Path) -> None:
    sandbox = Sandbox(bot_script(tmp_path, SLEEPS), isolation=IsolationLevel.NONE)
    with sandbox:
        threading.Timer(0.3, sandbox.stop).start()
        began = time.monotonic()
        with pytest.raises(RefereeError, match="stopped"):
            sandbox.run(b"", AMPLE)
        with pytest.raises(RefereeError, match="stopped"):
            sandbox.run(b"", AMPLE)
        assert time.monotonic() - began < IN_TIME, "there is no other turn"


def test_output_is_sent_to_a_listener_during_the_turn(tmp_path: Path) -> None:
    receiver, sender = socket.socketpair()
    text = "import time; print('thinking', flush=True); time.sleep(100)"
    sandbox = Sandbox(
        bot_script(tmp_path, text), isolation=IsolationLevel.NONE, output_socket=sender
    )
    with receiver, sender, sandbox, ThreadPoolExecutor() as pool:
        turn = pool.submit(sandbox.run, b"", AMPLE)
        receiver.settimeout(IN_TIME)
        assert receiver.recv(100).strip() == b"thinking"
        sandbox.stop()
        with pytest.raises(RefereeError, match="stopped"):
            turn.result(IN_TIME)


def test_a_slow_listener_does_not_delay_the_bot(tmp_path: Path) -> None:
    receiver, sender = socket.socketpair()
    bot = bot_script(tmp_path, "for _ in range(100): print('x' * 65535)")
    with (
        receiver,
        sender,
        Sandbox(bot, isolation=IsolationLevel.NONE, output_socket=sender) as sandbox,
    ):
        assert sandbox.run(b"", AMPLE).end is RunEnd.EXITED


@posix
def test_a_background_bot_has_low_priority(tmp_path: Path) -> None:
    text = "import os, time; time.sleep(0.5); print(os.nice(0))"
    bot = bot_script(tmp_path, text)
    with Sandbox(bot, isolation=IsolationLevel.NONE, background=Background()) as sandbox:
        assert int(sandbox.run(b"", AMPLE).printed) == 19


def test_windows_starts_scripts_with_python(tmp_path: Path) -> None:
    path = bot_script(tmp_path, "").path
    plain = tmp_path / "bot"
    plain.write_text("#!/usr/bin/env python3\n")
    program = tmp_path / "bot.exe"
    program.write_bytes(b"MZ" + bytes(58) + b"\x40\0\0\0PE\0\0 and more")
    assert windows_words(path) == windows_words(plain) == (sys.executable,)
    assert windows_words(program) == ()
    program.write_bytes(b"#!/bin/sh\n")
    with pytest.raises(OSError, match=r".") as raised:
        windows_words(program)
    assert raised.value.errno == errno.ENOEXEC


@pytest.mark.parametrize(
    "isolation", [isolation for isolation in IsolationLevel if isolation.isolates]
)
def test_an_untrusted_bot_is_not_run(tmp_path: Path, isolation: IsolationLevel) -> None:
    why_not.cache_clear()
    why = why_not(isolation)
    why_not.cache_clear()
    assert why
    assert "the Linux program" in why.say("en")
    with (
        pytest.raises(RefereeError, match="needs the keeper"),
        Sandbox(bot_script(tmp_path, ""), isolation=isolation),
    ):
        pass


def test_without_psutil_the_error_names_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.startswith("referee.sandbox.plain")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delattr("referee.sandbox.plain", raising=False)
    monkeypatch.setitem(sys.modules, "psutil", None)
    with (
        pytest.raises(RefereeError, match="pip install psutil"),
        Sandbox(bot_script(tmp_path, ""), isolation=IsolationLevel.NONE),
    ):
        pass
