"""Files are written whole or not at all; one process holds a lock, until it ends at most."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from pathlib import Path
from runpy import run_path
from threading import Thread, Timer
from types import SimpleNamespace

import pytest

from referee.machine import write_whole
from tests.places import ROOT
from tournaments.storage import hold_lock, is_locked, take_lock

HOLDER = """
import sys
from pathlib import Path
from tournaments.storage import take_lock
take_lock(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


@pytest.mark.parametrize("name", ["", ".", "/", "folder"])
def test_a_folder_is_no_file_to_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    with pytest.raises(IsADirectoryError):
        write_whole(Path(name), b"")


def test_nobody_else_gets_it_while_it_is_held(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    assert not is_locked(path), "there is none"
    with hold_lock(path):
        assert is_locked(path)
        with pytest.raises(BlockingIOError), hold_lock(path, wait=False):
            pass
    assert not is_locked(path)
    os.close(take_lock(path, wait=False))


def test_a_waiting_process_gets_the_lock_afterwards(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    order = []

    def second() -> None:
        with hold_lock(path):
            order.append("second")

    other = Thread(target=second)
    with hold_lock(path):
        other.start()
        other.join(0.2)
        order.append("first")
    other.join()
    assert order == ["first", "second"]


def test_a_look_at_a_lock_keeps_nobody_from_looking(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    path.touch()
    path.chmod(0o444)
    assert not is_locked(path)


def test_a_check_keeps_nobody_from_taking_it(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    path.touch()
    with path.open() as check:
        fcntl.flock(check, fcntl.LOCK_SH)
        end = Timer(0.1, fcntl.flock, (check, fcntl.LOCK_UN))
        end.start()
        os.close(take_lock(path, wait=False))
        end.join()


def test_a_lock_that_is_held_is_refused_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "lock"
    monkeypatch.setattr("tournaments.storage.time.sleep", lambda _: pytest.fail("it waits"))
    with hold_lock(path), pytest.raises(BlockingIOError):
        take_lock(path, wait=False)


def test_a_killed_process_gives_the_lock_up(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    command = [sys.executable, "-c", HOLDER, str(path)]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout
        assert holder.stdout.readline() == b"held\n"
        assert is_locked(path)
        holder.kill()
    assert not is_locked(path)


def test_windows_waits_by_asking_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Test with a stand-in for locks of Windows, which raise PermissionError at once."""
    attempts = 0

    def locking(file: int, _: int, size: int) -> None:
        nonlocal attempts
        attempts += 1
        assert size == 1
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise PermissionError from None

    windows = SimpleNamespace(locking=locking, LK_NBLCK=2)
    monkeypatch.setitem(sys.modules, "msvcrt", windows)
    monkeypatch.setattr(sys, "platform", "win32")
    storage = run_path(str(ROOT / "tournaments/storage.py"))
    path = tmp_path / "lock"
    first = storage["take_lock"](path)
    assert storage["is_locked"](path)
    with pytest.raises(BlockingIOError):
        storage["take_lock"](path, wait=False)
    monkeypatch.setattr(storage["time"], "sleep", lambda _: os.close(first))
    attempts = 0
    os.close(storage["take_lock"](path))
    assert attempts == 2
    assert not storage["is_locked"](path)


def test_a_private_file_is_private_while_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    modes: list[int] = []

    def look(descriptor: int) -> None:
        modes.append(os.fstat(descriptor).st_mode & 0o777)

    monkeypatch.setattr("os.fsync", look)
    write_whole(tmp_path / "tokens", b"secret", mode=0o600, lasting=True)
    assert modes == [0o600]


def test_a_file_is_there_whole_or_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "bot"
    write_whole(path, b"first", mode=0o555, lasting=True)
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"first", 0o555)

    def torn(*_: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr("os.fsync", torn)
    with pytest.raises(OSError, match="full"):
        write_whole(path, b"second", lasting=True)
    assert path.read_bytes() == b"first"
    assert list(tmp_path.iterdir()) == [path], "what is left would keep the disk full"
