"""Tests of the isolation level of bots: the strongest that works, or the chosen one."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from decimal import Decimal
from pathlib import Path

import pytest

from referee.bot_game import Setting, play_game
from referee.machine import remove_leftovers
from referee.program import Allowance, Program
from referee.sandbox import Sandbox, isolation_choice
from referee.sandbox.isolation_choice import choose_isolation, strongest_isolation, why_not
from referee.sandbox.isolation_levels import IsolationLevel, trusted
from referee.sandbox.run_result import RunEnd
from tests.referee.needs import ISOLATING, ISOLATION_LEVELS, needs_landlock, needs_namespaces
from tests.referee.offending import HERE, compiled_c, start
from tests.referee.sandbox.test_sandbox import run_script

ALLOWED = Allowance(own=Decimal(20), wall=Decimal(300))
OLD_KERNELS = range(1, 6)
"""Versions of Landlock that do not restrict signals."""


@pytest.fixture(name="without_bubblewrap")
def hide_bubblewrap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("PATH", str(tmp_path))
    isolation_choice.why_not.cache_clear()
    yield
    isolation_choice.why_not.cache_clear()


@needs_namespaces
def test_the_strongest_level_is_the_default() -> None:
    assert strongest_isolation() is IsolationLevel.NAMESPACES
    assert choose_isolation() is IsolationLevel.NAMESPACES
    assert choose_isolation(IsolationLevel.NONE) is IsolationLevel.NONE


@needs_landlock
@pytest.mark.usefixtures("without_bubblewrap")
def test_landlock_is_the_default_without_bubblewrap() -> None:
    why = why_not(IsolationLevel.NAMESPACES)
    assert why is not None
    assert "bubblewrap" in why.en
    assert choose_isolation() is IsolationLevel.LANDLOCK


@pytest.mark.parametrize("isolation", ISOLATION_LEVELS)
def test_a_record_has_the_isolation_level(isolation: IsolationLevel) -> None:
    honest = Program("honest", compiled_c(HERE / "honest.c"))
    played = play_game({"A": honest, "B": honest}, Setting(start(Decimal(5)), isolation=isolation))
    assert played.record.tags["Sandbox"] == str(isolation)
    assert played.verdict.reason == "far-row"


SENDS_SIGNALS = """#!/bin/sh
sleep 60 &
kill -TERM $PPID && echo "the keeper"
kill -TERM $! && echo "its child"
kill -0 1 && echo "another"
kill -KILL $$
"""


@needs_landlock
@pytest.mark.parametrize("version", OLD_KERNELS)
def test_on_older_kernels_a_bot_can_signal_only_its_own_processes(
    version: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The keeper uses no more of Landlock than such kernels have."""
    monkeypatch.setattr("referee.sandbox.keeper_start._NEWEST", str(version))
    path = tmp_path / "bot"
    path.write_text(SENDS_SIGNALS)
    path.chmod(0o755)
    with Sandbox(Program("bot", path), isolation=IsolationLevel.LANDLOCK) as sandbox:
        for _ in range(2):
            run_result = sandbox.run(b"", ALLOWED)
            assert (run_result.end, run_result.status) == (RunEnd.SIGNALLED, 9)
            assert b"the keeper\n" not in run_result.printed
            assert b"another\n" not in run_result.printed
            assert run_result.left_processes


SIGNALS_BY_FILES = """
import fcntl, os, signal, socket, struct
F_SETOWN_EX, FIOSETOWN, SIOCSPGRP, F_OWNER_PID = 15, 0x8901, 0x8902, 1
keeper = os.getppid()
process = struct.pack("i", keeper)
of_kind = struct.pack("i", F_OWNER_PID) + process
ways = {
    "F_SETOWN": lambda file: fcntl.fcntl(file, fcntl.F_SETOWN, keeper),
    "F_SETOWN_EX": lambda file: fcntl.fcntl(file, F_SETOWN_EX, of_kind),
    "FIOSETOWN": lambda file: fcntl.ioctl(file, FIOSETOWN, process),
    "SIOCSPGRP": lambda file: fcntl.ioctl(file, SIOCSPGRP, process),
}
for name, set_owner in ways.items():
    reader, writer = socket.socketpair()
    fcntl.fcntl(reader, fcntl.F_SETSIG, signal.SIGCONT)
    try:
        set_owner(reader)
        print(name)
    except PermissionError:
        pass
"""


@needs_landlock
@pytest.mark.parametrize("version", OLD_KERNELS)
def test_on_older_kernels_no_file_signals_another_process(
    version: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file signals its owner, with any signal, when there is something to read."""
    monkeypatch.setattr("referee.sandbox.keeper_start._NEWEST", str(version))
    run_result = run_script(tmp_path, SIGNALS_BY_FILES, isolation=IsolationLevel.LANDLOCK)
    assert (run_result.end, run_result.status, run_result.printed) == (RunEnd.EXITED, 0, b"")


@needs_landlock
@pytest.mark.parametrize("version", OLD_KERNELS)
def test_on_older_kernels_honest_bots_play(version: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.sandbox.keeper_start._NEWEST", str(version))
    honest = Program("honest", compiled_c(HERE / "honest.c"))
    played = play_game(
        {"A": honest, "B": honest}, Setting(start(Decimal(5)), isolation=IsolationLevel.LANDLOCK)
    )
    assert (played.verdict.reason, len(played.turns)) == ("far-row", 5)


MOVES_A_FILE = """#!/bin/sh
cd "${TMPDIR:-/tmp}" && mkdir here there && echo >here/file
exec perl -e 'rename("here/file", "there/file") or die "$!"'
"""


@pytest.mark.parametrize("isolation", ISOLATING)
def test_a_bot_can_move_its_files_between_folders(
    isolation: IsolationLevel, tmp_path: Path
) -> None:
    path = tmp_path / "bot"
    path.write_text(MOVES_A_FILE)
    path.chmod(0o755)
    with Sandbox(Program("bot", path), isolation=isolation) as sandbox:
        run_result = sandbox.run(b"", ALLOWED)
    assert (run_result.end, run_result.status) == (RunEnd.EXITED, 0), run_result.printed


DIES_IN_A_GAME = """
import os
import signal
from contextlib import ExitStack

from referee.sandbox.isolation_levels import trusted

print(trusted.game_folder(ExitStack()), flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_the_folder_of_a_killed_referee_is_removed_by_the_next() -> None:
    command = [sys.executable, "-c", DIES_IN_A_GAME]
    result = subprocess.run(command, stdout=subprocess.PIPE, encoding="utf-8", check=False)
    folder = Path(result.stdout.strip())
    assert folder.is_dir()
    remove_leftovers.cache_clear()
    with ExitStack() as stack:
        assert trusted.game_folder(stack).is_dir()
        assert not folder.exists()
