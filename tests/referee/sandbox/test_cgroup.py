"""Tests of control groups: no process is left in one."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext, suppress
from decimal import Decimal
from pathlib import Path
from time import sleep

import pytest

from formats.matrix import write_matrix
from referee.program import MIB, Allowance, Limits, Program, RefereeError
from referee.sandbox import Sandbox, cgroup
from referee.sandbox.cgroup import Group, group
from referee.sandbox.isolation_levels import IsolationLevel
from referee.sandbox.run_result import RunEnd
from tests.places import ROOT
from tests.referee.needs import ISOLATION_LEVELS, WHY_NO_GROUP, has_group
from tests.referee.offending import HERE, compiled_c, keepers, start

LONG = Allowance(own=Decimal(60), wall=Decimal(600))


def processes_of(name: str) -> list[int]:
    """Return the processes of a program with this name."""
    numbers = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            if name.encode() in path.read_bytes().split(b"\0")[0]:
                numbers.append(int(path.parent.name))
    return numbers


@pytest.mark.skipif(not has_group(), reason=WHY_NO_GROUP)
def test_bots_do_not_outlive_a_keeper_that_was_killed(tmp_path: Path) -> None:
    """Under Landlock the kernel ends only the first process of the bot with the keeper."""
    path = tmp_path / f"bomb-{os.getpid()}"
    shutil.copy(compiled_c(HERE / "offenders" / "fork-bomb" / "bot.c"), path)
    with ThreadPoolExecutor(1) as executor:
        with Sandbox(Program("bomb", path), isolation=IsolationLevel.LANDLOCK) as sandbox:
            turn = executor.submit(sandbox.run, b"", LONG)
            while len(processes_of(path.name)) < 10:
                sleep(0.01)
            for keeper in keepers(os.getpid()):
                os.kill(keeper, signal.SIGKILL)
            assert isinstance(turn.exception(60), RefereeError)
        assert not processes_of(path.name)


ARENA = """
from referee.program import Limits
from referee.sandbox.cgroup import Group, group
from referee.sandbox.run_result import RunEnd
with group(Limits()) as control_group:
    print(control_group.meter >= 0)
"""
IN_ANOTHER_NAMESPACE = ["unshare", "--pid", "--fork", "--mount-proc", sys.executable, "-c", ARENA]


@pytest.mark.skipif(not has_group(), reason=WHY_NO_GROUP)
def test_a_group_survives_an_arena_in_another_process_namespace() -> None:
    """A container may share the groups, but not the process numbers of this arena."""
    with group(Limits(processes=7)) as control_group:
        result = subprocess.run(
            IN_ANOTHER_NAMESPACE, cwd=ROOT, capture_output=True, text=True, check=False
        )
        if "Operation not permitted" in result.stderr:
            pytest.skip("no namespace of processes can be made here")
        assert result.stdout == "True\n", result.stderr
        assert all(
            Path(f"/proc/self/fd/{file}").readlink().exists() for file in control_group.joins
        )


@pytest.mark.skipif(not has_group(), reason=WHY_NO_GROUP)
@pytest.mark.parametrize("is_of_groups", [False, True])
def test_a_group_is_made_whatever_mounts_are_called(tmp_path: Path, *, is_of_groups: bool) -> None:
    """A disk that was formatted elsewhere may have a label in any encoding."""
    folder = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff \\040\x0c\r\xc2\x85\t"))
    folder.mkdir()
    mounts = cgroup._mounts()
    groups = mounts.get("memory", mounts.get("", ("", Path())))[1]
    kind = ["--bind", groups] if is_of_groups else ["-t", "tmpfs", "tmpfs"]
    if subprocess.run(["mount", *kind, folder], check=False).returncode:
        pytest.skip("nothing can be mounted here")
    try:
        words = [sys.executable, "-c", ARENA]
        result = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
        assert result.stdout == "True\n", result.stderr
    finally:
        subprocess.run(["umount", folder], check=True)


@pytest.mark.parametrize("isolation", ISOLATION_LEVELS)
def test_a_bot_plays_without_its_group_if_it_cannot_join_it(
    isolation: IsolationLevel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time that the bot used is measured without the group's account."""
    path = tmp_path / "account"
    path.write_text("0")
    broken_group = Group(
        (os.open("/proc/self/oom_score", os.O_RDONLY),), os.open(path, os.O_RDONLY)
    )
    monkeypatch.setattr("referee.sandbox.keeper_start.group", lambda _: nullcontext(broken_group))
    bot = Program("honest", compiled_c(HERE / "honest_ways.c"), ("long",))
    with Sandbox(bot, isolation=isolation) as sandbox:
        run_result = sandbox.run(write_matrix(start(Decimal(5))).encode(), LONG)
    assert run_result.end is RunEnd.EXITED
    assert run_result.cpu > Decimal("0.1")


TAKES_MUCH = "bytearray(1 << 28)"


@pytest.fixture(name="small_container")
def make_small_container() -> Iterator[Path]:
    """Make a group that has less memory than a bot may use, as a container may."""
    places = cgroup._places()
    assert places is not None
    outer = places["memory"] / f"outer-{os.getpid()}"
    outer.mkdir()
    for name in ("memory.max", "memory.limit_in_bytes", "memory.memsw.limit_in_bytes"):
        if (outer / name).exists():
            (outer / name).write_text(str(128 * MIB))
    yield outer
    outer.rmdir()


def script(folder: Path, text: str) -> Program:
    path = folder / "bot"
    path.write_text(f"{text}\n")
    path.chmod(0o755)
    return Program("bot", path)


@pytest.mark.skipif(not has_group(), reason=WHY_NO_GROUP)
@pytest.mark.parametrize("isolation", ISOLATION_LEVELS)
def test_a_lack_of_memory_that_the_bot_has_not_caused_is_not_its_fault(
    isolation: IsolationLevel,
    tmp_path: Path,
    small_container: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    places = cgroup._places()
    assert places is not None
    if (small_container / "cgroup.subtree_control").exists():
        (small_container / "cgroup.subtree_control").write_text("+memory +pids")
        places = dict.fromkeys(places, small_container)
    monkeypatch.setattr(cgroup, "_places", lambda: {**places, "memory": small_container})
    bot = script(tmp_path, f"#!/usr/bin/python3 -IS\n{TAKES_MUCH}")
    with Sandbox(bot, isolation=isolation) as sandbox:
        for _ in range(2):
            with pytest.raises(RefereeError, match="ran out of memory"):
                sandbox.run(b"", LONG)


WITHOUT_A_GROUP = """
import sys
from pathlib import Path
from referee.program import Program
from referee.sandbox import Sandbox, cgroup
from referee.sandbox.isolation_levels import IsolationLevel
from tests.referee.sandbox.test_cgroup import LONG

container, path, isolation = sys.argv[1:]
Path(container, "cgroup.procs").write_text("0")
cgroup._places = lambda: None
with Sandbox(Program("bot", Path(path)), isolation=IsolationLevel(isolation)) as sandbox:
    print(sandbox.run(b"", LONG))
"""


@pytest.mark.skipif(not has_group(), reason=WHY_NO_GROUP)
@pytest.mark.parametrize("isolation", ISOLATION_LEVELS)
@pytest.mark.parametrize(
    "text",
    [
        f"#!/usr/bin/python3 -IS\n{TAKES_MUCH}",
        f"#!/bin/sh\n/usr/bin/python3 -ISc '{TAKES_MUCH}'\nexit $?",
    ],
    ids=["bot", "child"],
)
def test_a_lack_of_memory_is_not_the_fault_of_a_bot_without_a_group(
    isolation: IsolationLevel, text: str, tmp_path: Path, small_container: Path
) -> None:
    words = [str(small_container), str(script(tmp_path, text).path), isolation]
    command = [sys.executable, "-c", WITHOUT_A_GROUP, *words]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert "ran out of memory, and a process of the bot was killed" in result.stderr, result.stdout


@pytest.mark.parametrize("isolation", ISOLATION_LEVELS)
def test_a_bot_without_a_group_that_kills_itself_loses_if_there_is_memory(
    isolation: IsolationLevel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot loses as well if it has used more memory than it may."""
    monkeypatch.setattr(cgroup, "_places", lambda: None)
    kills = [7]
    monkeypatch.setattr("referee.sandbox.keeper_link.memory_kills_on_machine", lambda: kills[-1])
    bot = script(tmp_path, "#!/bin/sh\nkill -9 $$")
    with Sandbox(bot, isolation=isolation) as sandbox:
        assert sandbox.run(b"", LONG).status == signal.SIGKILL
        kills.append(8)
        with pytest.raises(RefereeError, match=r"killed, that of bot; .* disqualify it, or run"):
            sandbox.run(b"", LONG)
        assert sandbox.run(b"", LONG).status == signal.SIGKILL
    with Sandbox(bot, Limits(memory=MIB // 8), isolation=isolation) as sandbox:
        kills.append(9)
        assert sandbox.run(b"", LONG).status == signal.SIGKILL


HOG = "for group in sys.argv[1:]: open(group, 'w').write('0')\nbytearray(1 << 28)"


@pytest.mark.skipif(not has_group(), reason=WHY_NO_GROUP)
@pytest.mark.parametrize("isolation", ISOLATION_LEVELS)
def test_a_keeper_killed_for_lack_of_memory_is_charged_to_its_bot(
    isolation: IsolationLevel,
) -> None:
    """The kernel counts the processes that it kills; the next turn has another sandbox."""
    limits = Limits(memory=32 * MIB)
    with Sandbox(Program("true", Path("/bin/true")), limits, isolation=isolation) as sandbox:
        assert sandbox.run(b"", LONG).end is RunEnd.EXITED
        files = [path.readlink() for path in Path("/proc/self/fd").iterdir() if path.is_symlink()]
        groups = [str(path) for path in files if path.name == "cgroup.procs"]
        hog = [sys.executable, "-c", f"import sys\n{HOG}", *groups]
        assert subprocess.run(hog, check=False).returncode == -signal.SIGKILL
        for keeper in keepers(os.getpid()):
            with suppress(ProcessLookupError):  # it may have been killed with the hog
                os.kill(keeper, signal.SIGKILL)
        sleep(0.2)
        assert sandbox.run(b"", LONG).end is RunEnd.MEMORY_OVER
        assert sandbox.run(b"", LONG).end is RunEnd.EXITED
