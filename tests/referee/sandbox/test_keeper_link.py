"""Tests of reading the state of a keeper's processes, and the last message of an ended keeper."""

from __future__ import annotations

import subprocess
from pathlib import Path
from socket import socketpair

import pytest

from referee.program import RefereeError
from referee.sandbox.cgroup import Group
from referee.sandbox.keeper_link import _MOST_PRINTED, Keeper, _state_of
from tests.referee.sandbox.test_sandbox import ALLOWED


@pytest.mark.parametrize("name", ["bot", "x y z", "x) S (y", "\udcff R"])
def test_a_process_does_not_choose_its_state_by_its_name(name: str, tmp_path: Path) -> None:
    line = f"17 ({name}) D 1 17 17 0 -1 4194304 97 0 0 0\n"
    (tmp_path / "stat").write_bytes(line.encode("utf-8", "surrogateescape"))
    assert _state_of(tmp_path) == "D"


def test_an_ended_process_has_no_state(tmp_path: Path) -> None:
    assert not _state_of(tmp_path)


def test_a_message_that_is_cut_in_mid_letter_is_still_a_referee_error() -> None:
    prints = ["sh", "-c", "printf '%s' \"$0\" >&2", "x" * (_MOST_PRINTED - 1) + "ж"]
    link, keepers_end = socketpair()
    with link, keepers_end, subprocess.Popen(prints, stderr=subprocess.PIPE) as process:
        keeper = Keeper(process, link, Group())
        process.wait()
        keepers_end.close()
        with pytest.raises(RefereeError, match="x\N{REPLACEMENT CHARACTER}"):
            keeper.ask(b"", ALLOWED)
