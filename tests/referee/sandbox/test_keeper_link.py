"""Tests of reading the state of a keeper's processes, its end, and its last message."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from pathlib import Path
from socket import socketpair
from time import sleep

import pytest

from referee.program import RefereeError
from referee.sandbox.cgroup import Group
from referee.sandbox.keeper_link import _MOST_PRINTED, Keeper
from referee.sandbox.proc_files import is_at_work, is_dying, state_of
from tests.referee.sandbox.test_sandbox import ALLOWED


@pytest.mark.parametrize("name", ["bot", "x y z", "x) S (y", "\udcff R"])
def test_a_process_does_not_choose_its_state_by_its_name(name: str, tmp_path: Path) -> None:
    line = f"17 ({name}) D 1 17 17 0 -1 4194304 97 0 0 0\n"
    (tmp_path / "stat").write_bytes(line.encode("utf-8", "surrogateescape"))
    assert state_of(tmp_path) == "D"


def test_an_ended_process_has_no_state(tmp_path: Path) -> None:
    assert not state_of(tmp_path)


def test_a_bot_that_plays_on_is_no_work_of_a_keeper_that_hangs(tmp_path: Path) -> None:
    hanging = shutil.copy("/bin/sh", tmp_path / "keeper")
    command = [hanging, "-c", "yes >/dev/null & echo $!; wait"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True) as keeper:
        assert keeper.stdout
        bot = Path("/proc", keeper.stdout.readline().decode().strip())
        processes = Path(f"/proc/{keeper.pid}"), bot
        while (bot / "comm").read_text() != "yes\n" or [*map(state_of, processes)] != ["S", "R"]:
            sleep(0.001)
        assert not is_at_work(keeper.pid)
        os.killpg(keeper.pid, signal.SIGKILL)


@pytest.mark.parametrize(
    ("flags", "pending", "expected"),
    [
        pytest.param(0x400040, "0000000000000000", False, id="plays"),
        pytest.param(0x400044, "0000000000000000", True, id="ends"),
        pytest.param(0x400040, "0000000000000100", True, id="killed"),
        pytest.param(0x400040, "0000000000000200", False, id="another signal"),
    ],
)
def test_a_process_that_is_killed_is_dying(
    flags: int, pending: str, expected: bool, tmp_path: Path
) -> None:
    (tmp_path / "stat").write_text(f"17 (bot) R 1 17 17 0 -1 {flags} 97 0 0 0\n")
    (tmp_path / "status").write_text(f"Name:\tbot\nSigPnd:\t{pending}\nShdPnd:\t0000000000000100\n")
    assert is_dying(tmp_path) is expected


def test_a_message_that_is_cut_in_mid_letter_is_still_a_referee_error() -> None:
    prints = ["sh", "-c", "printf '%s' \"$0\" >&2", "x" * (_MOST_PRINTED - 1) + "ж"]
    link, keepers_end = socketpair()
    with link, keepers_end, subprocess.Popen(prints, stderr=subprocess.PIPE) as process:
        keeper = Keeper(process, link, Group(), memory=1, bot="bot")
        process.wait()
        keepers_end.close()
        with pytest.raises(RefereeError, match="x\N{REPLACEMENT CHARACTER}"):
            keeper.run_turn(b"", ALLOWED)
