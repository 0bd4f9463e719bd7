"""Who reads a stranger's file can do nothing else, and may die of it."""

from __future__ import annotations

import os
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.check import shut_in
from referee.check.shut_in import CannotRead, read_shut_in


def nothing() -> None:
    """Nothing need be loaded."""


def length(data: bytes) -> int:
    return len(data)


def dies(_data: bytes) -> None:
    os.abort()


def leaves(_data: bytes) -> None:
    sys.exit(3)


def hoards(_data: bytes) -> int:
    return len(bytearray(8 << 30))


def sleeps(_data: bytes) -> None:
    time.sleep(60)


def tries(_data: bytes) -> list[str]:
    """What it could do all the same."""
    done = []
    ways: dict[str, Callable[[], object]] = {
        "read": lambda: Path("/etc/passwd").read_bytes(),
        "write": lambda: Path("/tmp/shut-in").write_bytes(b"x"),
        "list": lambda: os.listdir("/"),  # noqa: PTH208  # what a bot would call
        "run": lambda: os.execv("/bin/true", ["true"]),
        "call": lambda: socket.create_connection(("127.0.0.1", 22), 1),
    }
    for name, act in ways.items():
        try:
            act()
        except (OSError, LookupError):  # even what a name is encoded by cannot be loaded
            continue
        done.append(name)
    return done


@pytest.fixture(name="file")
def make_file(tmp_path: Path) -> Path:
    path = tmp_path / "bot"
    path.write_bytes(b"1234")
    return path


def test_the_answer_arrives(file: Path) -> None:
    assert read_shut_in(nothing, length, file) == 4


@pytest.mark.parametrize("read", [dies, leaves, hoards])
def test_who_dies_of_it_is_told(
    file: Path, read: Callable[[bytes], object], capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(CannotRead):
        read_shut_in(nothing, read, file)
    capfd.readouterr()


def test_who_takes_too_long_is_ended(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shut_in, "_SECONDS", 1)
    began = time.monotonic()
    with pytest.raises(CannotRead):
        read_shut_in(nothing, sleeps, file)
    assert time.monotonic() - began < 30


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has such walls")
def test_nothing_is_within_reach(file: Path) -> None:
    assert read_shut_in(nothing, tries, file) == []
