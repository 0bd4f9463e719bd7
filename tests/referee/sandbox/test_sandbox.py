"""Tests of the sandbox from inside, by small scripts, and of the result of a turn."""

from __future__ import annotations

import json
import os
import pty
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from decimal import Decimal
from functools import partial
from itertools import dropwhile
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from referee.program import MIB, Allowance, Limits, Program, RefereeError
from referee.sandbox import Sandbox, keeper_link
from referee.sandbox.cgroup import Group
from referee.sandbox.isolation_levels import IsolationLevel
from referee.sandbox.run_result import Excess, FileKind, RunEnd, RunResult
from tests.places import ROOT
from tests.referee.needs import (
    ISOLATION_LEVELS,
    WHY_NO_GROUP,
    has_group,
    needs_landlock,
    needs_namespaces,
)
from tests.referee.offending import keepers, leftover_processes

ALLOWED = Allowance(own=Decimal(20), wall=Decimal(300), cpu=Decimal(10))
HIDDEN = ("/root", "/home", "/etc/passwd", "/etc/hostname", "/var", "/run", "/sys", "/boot", "/srv")
LOOKS_AROUND = r"""
import json, os, resource, sys
status = dict(line.split(":\t", 1) for line in open("/proc/self/status").read().splitlines())
def can_read(name):
    try:
        return bool(open("/proc/self/" + name).read())
    except OSError:
        return False
folders = [folder for folder, _, _ in os.walk("/") if not folder.startswith(("/proc", "/usr/"))]
print(json.dumps({
    "environment": dict(os.environ),
    "folder": [os.getcwd(), os.listdir(".")],
    "ids": [os.getuid(), os.getgid(), os.getsid(0) == os.getpid(), os.uname().nodename],
    "powers": [int(status["Cap" + name], 16) for name in ("Inh", "Prm", "Eff", "Bnd", "Amb")],
    "guards": [status["NoNewPrivs"], status["Seccomp"]],
    "signals": [int(status["SigBlk"], 16), int(status["SigIgn"], 16) & ~0x1001000],
    "mask": os.umask(0),
    "root": sorted(os.listdir("/")),
    "places": [name for name in sys.argv[1:] if os.path.lexists(name)],
    "empty": [os.listdir("/tmp"), os.listdir("/dev/shm"), sys.stdin.read()],
    "told": [name for name in ("maps", "stat", "cgroup", "mounts", "net/dev") if can_read(name)],
    "open": [name for name in os.listdir("/proc/self/fd") if int(name) > 3],
    "processes": [name for name in os.listdir("/proc") if name.isdigit()],
    "writable": sorted(folder for folder in folders if os.access(folder, os.W_OK)),
    "limits": [resource.getrlimit(getattr(resource, "RLIMIT_" + name))[1]
               for name in ("CORE", "RTPRIO", "NICE", "FSIZE", "NPROC", "DATA")],
}))
"""

Run = Callable[..., RunResult]


def write_script(folder: Path, text: str) -> Path:
    """Write a program in Python and return its path."""
    path = folder / "script"
    path.write_text(f"#!/usr/bin/python3 -IS\n{text}\n")
    path.chmod(0o755)
    return path


def run_script(
    folder: Path, text: str, *arguments: str, isolation: IsolationLevel, **limits: Any
) -> RunResult:
    """Play a turn of a Python script that finds «given» in matrix.txt."""
    program = Program("script", write_script(folder, text), arguments)
    with Sandbox(program, Limits(**limits), isolation=isolation) as sandbox:
        return sandbox.run(b"given\n", ALLOWED)


@pytest.fixture(name="run", params=ISOLATION_LEVELS)
def make_run(request: pytest.FixtureRequest, tmp_path: Path) -> Run:
    """Return a function that plays a turn of a script at each isolation level."""
    return partial(run_script, tmp_path, isolation=request.param)


@needs_namespaces
def test_a_bot_sees_nothing_of_the_host(tmp_path: Path) -> None:
    run_result = run_script(
        tmp_path,
        LOOKS_AROUND,
        str(tmp_path),
        *HIDDEN,
        isolation=IsolationLevel.NAMESPACES,
        file_size=MIB,
        processes=20,
    )
    view = json.loads(run_result.printed)
    assert view["environment"] == {
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "HOME": "/tmp",
        "LANG": "C.UTF-8",
        "PWD": "/turn",
        "JDK_JAVA_OPTIONS": f"-XX:MaxRAM={Limits().memory} -XX:MaxRAMPercentage=60",
    }
    assert view["folder"] == ["/turn", ["matrix.txt"]]
    assert view["ids"] == [1000, 1000, True, "arena"]
    assert view["powers"] == [0, 0, 0, 0, 0]
    assert view["guards"] == ["1", "2"]
    assert view["signals"] == [0, 0]
    assert view["mask"] == 0o022
    assert set(view["root"]) <= {
        *("bin", "bot", "dev", "etc", "keeper", "lib", "lib32", "lib64", "libx32", "proc"),
        *("nothing", "sbin", "tmp", "turn", "usr"),
    }
    assert view["places"] == []
    assert view["empty"] == [[], [], ""]
    assert view["told"] == ["maps", "stat"]
    assert view["open"] == []
    assert view["processes"] == ["1", "2"]
    assert view["writable"] == ["/dev/shm", "/tmp", "/turn"]
    own_tasks = 4
    assert view["limits"] == [1, 0, 0, MIB, 20 + own_tasks, 2 * Limits().memory]


def test_the_run_result_reports_the_turn(run: Run) -> None:
    run_result = run(
        """
import os, sys
assert open("matrix.txt").read() == "given\\n"
open("matrix.txt", "w").write("made\\n")
open("b", "w"); open("a", "w")
os.write(2, b"to error,"); os.write(1, b"to output")
sys.exit(3)
"""
    )
    assert (run_result.end, run_result.status) == (RunEnd.EXITED, 3)
    assert (run_result.file.kind, run_result.file.data) == (FileKind.REGULAR, b"made\n")
    assert sorted(run_result.other_names) == ["a", "b"]
    assert (run_result.printed, run_result.printed_size) == (b"to error,to output", 18)
    assert Decimal(0) < run_result.cpu < run_result.wall * 2 < ALLOWED.own
    assert MIB < run_result.memory < 100 * MIB
    assert not run_result.left_processes


STARTS_THREADS = """
import threading
ends = threading.Event()
threads = [threading.Thread(target=ends.wait) for _ in range(200)]
started = 1
try:
    for thread in threads:
        thread.start()
        started += 1
except RuntimeError:
    pass
print(started, flush=True)
ends.set()
"""


@pytest.mark.skipif(not has_group(), reason=WHY_NO_GROUP)
@pytest.mark.parametrize("isolation", ISOLATION_LEVELS)
def test_a_bot_has_as_many_threads_as_it_may(isolation: IsolationLevel, tmp_path: Path) -> None:
    run_result = run_script(tmp_path, STARTS_THREADS, isolation=isolation)
    assert run_result.printed == b"64\n"


@needs_namespaces
def test_a_bot_has_as_many_threads_without_a_control_group(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.sandbox.keeper_start.group", lambda _: nullcontext(Group()))
    run_result = run_script(tmp_path, STARTS_THREADS, isolation=IsolationLevel.NAMESPACES)
    assert run_result.printed == b"64\n"


def test_only_the_beginning_of_the_output_is_kept(run: Run) -> None:
    run_result = run("import os\nfor n in range(50): os.write(1, b'x' * 100_000)", output=1000)
    assert (run_result.printed, run_result.printed_size) == (b"x" * 1000, 5_000_000)


def test_a_signal_is_reported_by_its_number(run: Run) -> None:
    run_result = run("import os, signal\nos.kill(os.getpid(), signal.SIGUSR1)")
    assert (run_result.end, run_result.status) == (RunEnd.SIGNALLED, signal.SIGUSR1)


BURNS = """
import os, signal, sys, time
def burn(seconds):
    while time.process_time() < seconds: pass
"""


@pytest.mark.parametrize(
    "way",
    [
        pytest.param("burn(0.3)", id="itself"),
        pytest.param("os.fork() or sys.exit(burn(0.3))\nos.wait()", id="a child"),
        pytest.param(
            "child = os.fork() or sys.exit(burn(0.3))\n"
            "os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)",
            id="a zombie",
        ),
        pytest.param(
            "if os.fork() == 0:\n"
            "    os.setsid()\n"
            "    if os.fork(): os._exit(0)\n"
            "    burn(0.3)\n"
            "    open('/tmp/ready', 'w')\n"
            "    signal.pause()\n"
            "while not os.path.exists('/tmp/ready'): time.sleep(0.001)\n",
            id="a daemon",
        ),
    ],
)
@needs_namespaces
def test_exactly_the_time_of_a_bot_and_its_processes_is_counted(way: str, tmp_path: Path) -> None:
    run_result = run_script(tmp_path, BURNS + way, isolation=IsolationLevel.NAMESPACES)
    empty = run_script(tmp_path, BURNS, isolation=IsolationLevel.NAMESPACES)
    assert run_result.status == 0
    assert Decimal("0.3") <= run_result.cpu < Decimal("0.33") + 3 * empty.cpu


@needs_namespaces
def test_observation_by_the_keeper_is_not_charged(tmp_path: Path) -> None:
    """The keeper reads the bot's times a hundred times a second."""
    text = BURNS + "burn(1)\nprint(time.process_time())"
    run_result = run_script(tmp_path, text, isolation=IsolationLevel.NAMESPACES)
    own, start = (
        Decimal(run_result.printed.decode()),
        run_script(tmp_path, "", isolation=IsolationLevel.NAMESPACES).cpu,
    )
    assert own <= run_result.cpu < own + start + Decimal("0.008")


@needs_namespaces
def test_each_turn_has_new_folders_and_process_numbers(tmp_path: Path) -> None:
    path = tmp_path / "script"
    path.write_text("#!/bin/sh\nls -A . /tmp /dev/shm\necho $$\ntouch x /tmp/x /dev/shm/x\n")
    path.chmod(0o755)
    with Sandbox(Program("script", path)) as sandbox:
        first, second = (sandbox.run(b"", ALLOWED) for _ in range(2))
    assert first.printed == second.printed
    assert b"x\n" not in first.printed
    assert first.other_names == second.other_names == ("x",)


@pytest.mark.parametrize("isolation", ISOLATION_LEVELS)
def test_output_is_sent_to_a_listener_during_the_turn(
    tmp_path: Path, isolation: IsolationLevel
) -> None:
    path = tmp_path / "script"
    path.write_text("#!/bin/sh\necho thinking\nexec sleep 60\n")
    path.chmod(0o755)
    receiver, sender = socket.socketpair()
    with (
        receiver,
        sender,
        Sandbox(Program("script", path), isolation=isolation, output_socket=sender) as sandbox,
        ThreadPoolExecutor(1) as executor,
    ):
        turn = executor.submit(sandbox.run, b"", ALLOWED)
        receiver.settimeout(60)
        assert receiver.recv(100) == b"thinking\n"
        sandbox.stop()
        assert isinstance(turn.exception(60), RefereeError)


STARTS_A_CHILD = "import os, time; os.fork(); time.sleep(60)"


@pytest.fixture(name="bot_with_child")
def write_bot_with_child(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Program:
    """Return a bot that starts a child and sleeps; no control group kills what is left."""
    monkeypatch.setattr("referee.sandbox.keeper_start.group", lambda _: nullcontext(Group()))
    path = write_script(tmp_path, STARTS_A_CHILD)
    return Program("script", path.rename(tmp_path / f"{tmp_path.name}-{os.getpid()}"))


def wait_for_child(bot: Program, process: int) -> None:
    """Wait until the bot, somewhere below that process, has started its child."""
    while sum("-IS" in command for command in leftover_processes(bot)) < 2:
        assert Path(f"/proc/{process}").exists()
        sleep(0.01)


@pytest.mark.parametrize("isolation", ISOLATION_LEVELS)
def test_a_stopped_turn_leaves_no_process(
    isolation: IsolationLevel, bot_with_child: Program
) -> None:
    with (
        Sandbox(bot_with_child, isolation=isolation) as sandbox,
        ThreadPoolExecutor(1) as executor,
    ):
        turn = executor.submit(sandbox.run, b"", ALLOWED)
        wait_for_child(bot_with_child, os.getpid())
        sandbox.stop()
        assert isinstance(turn.exception(60), RefereeError)
    assert leftover_processes(bot_with_child) == []


INTERRUPTED = """
import sys
from contextlib import nullcontext
from pathlib import Path
from referee.program import Program
from referee.sandbox import Sandbox, keeper_start
from referee.sandbox.cgroup import Group
from referee.sandbox.isolation_levels import IsolationLevel
from tests.referee.sandbox.test_sandbox import ALLOWED
keeper_start.group = lambda _: nullcontext(Group())
program = Program("script", Path(sys.argv[1]))
with Sandbox(program, isolation=IsolationLevel(sys.argv[2])) as sandbox:
    sandbox.run(b"", ALLOWED)
"""


@pytest.mark.parametrize("isolation", ISOLATION_LEVELS)
def test_ctrl_c_during_a_turn_leaves_no_process(
    isolation: IsolationLevel, bot_with_child: Program
) -> None:
    """The terminal interrupts all programs of the command at once."""
    command = [sys.executable, "-c", INTERRUPTED, str(bot_with_child.path), isolation]
    with subprocess.Popen(
        command, cwd=ROOT, start_new_session=True, stderr=subprocess.PIPE
    ) as referee:
        wait_for_child(bot_with_child, referee.pid)
        os.killpg(referee.pid, signal.SIGINT)
        assert b"KeyboardInterrupt" in referee.communicate(timeout=60)[1]
    assert leftover_processes(bot_with_child) == []


@pytest.mark.parametrize("isolation", ISOLATION_LEVELS)
def test_a_closed_listener_does_not_disturb_the_turn(
    tmp_path: Path, isolation: IsolationLevel
) -> None:
    text = "import os; [os.write(1, b'x' * 1000) for _ in range(3000)]; os.write(1, b'end')"
    sender, receiver = socket.socketpair()
    receiver.close()
    path = tmp_path / "script"
    path.write_text(f"#!/usr/bin/python3 -IS\n{text}\n")
    path.chmod(0o755)
    with (
        sender,
        Sandbox(Program("script", path), isolation=isolation, output_socket=sender) as sandbox,
    ):
        run_result = sandbox.run(b"", ALLOWED)
    assert run_result.end is RunEnd.EXITED
    assert run_result.printed_size == 3_000_003


@needs_namespaces
def test_a_bot_does_not_get_the_terminal(tmp_path: Path) -> None:
    """The referee's output is a terminal, which bubblewrap passes on by default."""
    terminal, program_side = pty.openpty()
    text = f"""
from pathlib import Path
from tests.referee.sandbox.test_sandbox import run_script
from referee.sandbox.isolation_levels import IsolationLevel
looks = "import os; print(os.path.exists('/dev/console'), os.isatty(0), os.isatty(1))"
done = run_script(Path({str(tmp_path)!r}), looks, isolation=IsolationLevel.NAMESPACES)
Path({str(tmp_path / "told")!r}).write_bytes(done.printed)
"""
    folder = ROOT
    subprocess.run(
        [sys.executable, "-c", text],
        cwd=folder,
        check=True,
        stdin=program_side,
        stdout=program_side,
    )
    os.close(program_side)
    os.close(terminal)
    assert (tmp_path / "told").read_text() == "False False False\n"


def test_a_missing_bubblewrap_raises_a_referee_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(RefereeError, match="bwrap cannot be run"):
        run_script(tmp_path, "", isolation=IsolationLevel.NAMESPACES)


@pytest.mark.skipif(not keeper_link.is_built(), reason="the keeper is not built")
def test_a_sandbox_that_cannot_be_made_raises_a_referee_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without user namespaces bubblewrap prints an error and ends."""
    with tempfile.TemporaryDirectory() as place:
        Path(place).chmod(0o755)  # the sandbox's user is another
        refuses = Path(place, "bwrap")
        refuses.write_text("#!/bin/sh\nexit 1\n")
        refuses.chmod(0o755)
        monkeypatch.setenv("PATH", f"{place}:{os.environ['PATH']}")
        with pytest.raises(RefereeError, match="the sandbox"):
            run_script(tmp_path, "", isolation=IsolationLevel.NAMESPACES)


def test_a_missing_program_raises_a_referee_error(tmp_path: Path) -> None:
    with (
        pytest.raises(RefereeError, match="No such file"),
        Sandbox(Program("nobody", tmp_path / "nobody"), isolation=IsolationLevel.NONE),
    ):
        pass


@pytest.mark.parametrize("isolation", ISOLATION_LEVELS)
def test_a_dead_keeper_raises_a_referee_error_and_is_replaced(
    isolation: IsolationLevel,
) -> None:
    with Sandbox(Program("true", Path("/bin/true")), isolation=isolation) as sandbox:
        assert sandbox.run(b"", ALLOWED).status == 0
        for child in keepers(os.getpid()):
            os.kill(child, signal.SIGKILL)
        # The open sockets of a killed keeper may outlive it for a moment.
        with pytest.raises(RefereeError, match="the sandbox"):
            [sandbox.run(b"", ALLOWED) for _ in range(1000)]
        assert sandbox.run(b"", ALLOWED).end is RunEnd.EXITED


@pytest.fixture(name="_soon")
def look_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the 10 s after which a silent keeper is noticed."""
    monkeypatch.setattr(keeper_link, "_SILENCE", 1.5)


@pytest.mark.usefixtures("_soon")
@pytest.mark.parametrize("isolation", ISOLATION_LEVELS)
def test_a_keeper_that_hangs_is_noticed_before_the_bot_is_out_of_time(
    isolation: IsolationLevel,
) -> None:
    with Sandbox(Program("true", Path("/bin/true")), isolation=isolation) as sandbox:
        assert sandbox.run(b"", ALLOWED).status == 0
        for child in keepers(os.getpid()):
            for process in (child, *children(child)):
                os.kill(process, signal.SIGSTOP)
        with pytest.raises(RefereeError, match=r"it has hung for 3\.0 s"):
            sandbox.run(b"", ALLOWED)
        assert sandbox.run(b"", ALLOWED).end is RunEnd.EXITED


def children(process: int) -> list[int]:
    """Return the children of the first thread of a process; of bubblewrap, the keeper."""
    return [int(n) for n in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


@pytest.mark.usefixtures("_soon")
@pytest.mark.parametrize("isolation", ISOLATION_LEVELS)
def test_a_keeper_that_waits_for_a_bot_does_not_hang(
    isolation: IsolationLevel, tmp_path: Path
) -> None:
    run_result = run_script(tmp_path, "import time; time.sleep(4)", isolation=isolation)
    assert run_result.end is RunEnd.EXITED


def test_signs_of_life_are_not_taken_for_the_answer(tmp_path: Path) -> None:
    """The reader may be stopped for a while, so that all messages arrive at once."""
    text = "import os, time; time.sleep(2.3); os.write(1, b'done')"
    path = write_script(tmp_path, text)
    stops_reader = "import os, signal, sys, time; time.sleep(0.5); os.kill(int(sys.argv[1]), 19);"
    stops_reader += "time.sleep(3); os.kill(int(sys.argv[1]), 18)"
    reader = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
import os, subprocess
from tests.referee.sandbox.test_sandbox import ALLOWED, Path, Program, Sandbox, IsolationLevel
with Sandbox(Program("script", Path({str(path)!r})), isolation=IsolationLevel.NONE) as sandbox:
    subprocess.Popen([sys.executable, "-c", {stops_reader!r}, str(os.getpid())])
    print(sandbox.run(b"given", ALLOWED).printed)
"""
    result = subprocess.run(
        [sys.executable, "-c", reader], capture_output=True, text=True, check=True
    )
    assert result.stdout == "b'done'\n"


@pytest.mark.usefixtures("_soon")
@needs_namespaces
def test_bubblewrap_that_hangs_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with tempfile.TemporaryDirectory() as place:
        Path(place).chmod(0o755)  # the sandbox's user is another
        hangs = Path(place, "bwrap")
        hangs.write_text("#!/bin/sh\nexec sleep 1000\n")
        hangs.chmod(0o755)
        monkeypatch.setenv("PATH", f"{place}:{os.environ['PATH']}")
        with pytest.raises(RefereeError, match=r"it has hung for 3\.0 s"):
            run_script(tmp_path, "", isolation=IsolationLevel.NAMESPACES)


@pytest.mark.parametrize("isolation", ISOLATION_LEVELS)
def test_memory_that_processes_share_is_counted_once(
    isolation: IsolationLevel, tmp_path: Path
) -> None:
    """Children have their parent's table until they write to it."""
    text = """
import os, time
table = bytearray(60 << 20)
for page in range(0, len(table), 4096): table[page] = 1
for child in range(4):
    if os.fork() == 0:
        end = time.monotonic() + 0.4
        while time.monotonic() < end: table.find(2)
        os._exit(0)
for child in range(4): os.wait()
"""
    run_result = run_script(tmp_path, text, isolation=isolation, memory=150 * MIB)
    assert (run_result.end, run_result.status) == (RunEnd.EXITED, 0)


FORKS = """
table = bytearray(90 << 20)
for page in range(0, len(table), 4096): table[page] = 1
end = time.monotonic() + 2
while time.monotonic() < end:
    for child in range(3):
        if os.fork() == 0: os._exit(0)
    for child in range(3): os.wait()
"""
SPAWNS = """
table = bytearray(90 << 20)
end = time.monotonic() + 2
while time.monotonic() < end:
    os.waitpid(os.posix_spawn("/bin/true", ["true"], {}), 0)
"""


@pytest.mark.parametrize("isolation", ISOLATION_LEVELS)
@pytest.mark.parametrize("text", [FORKS, SPAWNS], ids=["forks", "spawns"])
def test_memory_of_children_that_end_or_begin_is_not_counted_as_well(
    text: str, isolation: IsolationLevel, tmp_path: Path
) -> None:
    """A child that ends gives its memory back; one that begins a program has that of its parent."""
    text = f"import os, time{text}"
    run_result = run_script(tmp_path, text, isolation=isolation, memory=120 * MIB)
    assert (run_result.end, run_result.status) == (RunEnd.EXITED, 0)


@pytest.mark.parametrize("isolation", ISOLATION_LEVELS)
def test_the_kernel_kills_a_bot_before_its_keeper_if_memory_is_short(
    isolation: IsolationLevel, tmp_path: Path
) -> None:
    """The kernel selects by oom_score_adj, which a bot cannot lower again."""
    text = """
import os, time
time.sleep(0.5)
try: os.write(os.open("/proc/self/oom_score_adj", os.O_WRONLY), b"0")
except OSError: pass
time.sleep(0.5)
"""
    score_sets: list[set[str]] = []
    with ThreadPoolExecutor(1) as executor:
        turn = executor.submit(run_script, tmp_path, text, str(tmp_path), isolation=isolation)
        while not turn.done():
            paths = Path("/proc").glob("[0-9]*/cmdline")
            score_sets.append({score_of(path, str(tmp_path).encode()) for path in paths})
    assert turn.result().end is RunEnd.EXITED
    # Under Landlock the keeper writes the score, a moment after the bot has started.
    _, *later = dropwhile(lambda scores: "1000" not in scores, score_sets)
    assert set[str]().union(*later) <= {"", "1000"} or isolation is IsolationLevel.NONE


def score_of(path: Path, mark: bytes) -> str:
    """Return the OOM score of a process that runs the script with this argument, or nothing."""
    try:
        words = path.read_bytes().split(b"\0")
        is_script = words[0] == b"/usr/bin/python3" and mark in words
        return (path.parent / "oom_score_adj").read_text().strip() if is_script else ""
    except OSError:  # the process has ended meanwhile
        return ""


class Account:
    """A fake account of a control group, with more time than its cores can have used."""

    def __init__(self, place: Path) -> None:
        self.path = place / "account"
        self.path.write_text("0")

    def group(self, _: Limits) -> AbstractContextManager[Group]:
        """Return a group that has only this account."""
        file = os.open(self.path, os.O_RDONLY)
        return nullcontext(Group(meter=file))


@pytest.mark.parametrize("isolation", ISOLATION_LEVELS)
def test_an_impossible_account_is_not_charged(
    isolation: IsolationLevel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    account = Account(tmp_path)
    monkeypatch.setattr("referee.sandbox.keeper_start.group", account.group)
    with ThreadPoolExecutor(1) as executor:
        turn = executor.submit(
            run_script, tmp_path, "import time; time.sleep(0.5)", isolation=isolation
        )
        sleep(0.3)
        account.path.write_text(str(1000 * 10**9))
    assert turn.result().cpu < Decimal("0.4")
    assert turn.result().end is RunEnd.EXITED


@needs_landlock
def test_too_many_files_are_counted_even_if_the_bot_ends_before_a_look(tmp_path: Path) -> None:
    text = """
import os
for number in range(70): os.mkdir(os.environ["TMPDIR"] + "/d" * (number + 1))
"""
    result = run_script(tmp_path, text, isolation=IsolationLevel.LANDLOCK)
    assert (result.end, result.status) == (RunEnd.FILES_OVER, Excess.DEPTH)


def test_a_process_that_begins_after_looks_at_a_lone_bot_is_measured(run: Run) -> None:
    text = """
import os, time
def runs(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end: pass
runs(0.2)
child = os.fork()
runs(0.3)
if not child: os._exit(0)
os.wait()
"""
    assert 0.7 <= run(text).cpu <= 2


def test_a_thread_that_begins_after_looks_at_a_lone_bot_is_not_taken_for_sleep(run: Run) -> None:
    text = """
import threading, time
def runs():
    end = time.thread_time() + 0.5
    while time.thread_time() < end: pass
time.sleep(0.3)
thread = threading.Thread(target=runs)
thread.start()
thread.join()
"""
    result = run(text)
    assert result.cpu >= 0.5
    assert 0.15 <= result.slept <= 0.45
