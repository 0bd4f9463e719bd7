"""The cores of a machine, each once."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from referee.machine import cache_folder, cores


def test_every_core_is_one_that_may_be_used() -> None:
    assert cores()
    assert set(cores()) <= os.sched_getaffinity(0)


@pytest.mark.parametrize(
    ("lists", "usable", "right"),
    [
        (["0", "1"], {0, 1}, [0, 1]),
        (["0-1", "0-1", "2-3", "2-3"], {0, 1, 2, 3}, [0, 2]),
        (["0,2", "1,3", "0,2", "1,3"], {0, 1, 2, 3}, [0, 1]),
        (["0,2", "1,3", "0,2", "1,3"], {2, 3}, [2, 3]),
        (["0,2", "1,3", "0,2", "1,3"], {0, 2, 3}, [0, 3]),
        (None, {0, 1}, [0, 1]),
    ],
)
def test_threads_of_a_core_are_counted_once(
    monkeypatch: pytest.MonkeyPatch, lists: list[str] | None, usable: set[int], right: list[int]
) -> None:
    """Other machines than this one, by what the kernel would tell of them."""

    def told(path: Path) -> str:
        if lists is None:
            raise FileNotFoundError(path)
        return lists[int(path.parts[5].removeprefix("cpu"))] + "\n"

    monkeypatch.setattr("referee.machine.Path.read_text", told)
    monkeypatch.setattr("os.sched_getaffinity", lambda _process: usable)
    assert cores() == right


def test_the_cache_is_the_users(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert cache_folder() == tmp_path / "cache/matrix-arena"
    assert cache_folder().is_dir()


def test_without_a_home_the_cache_is_a_temporary_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.machine.gettempdir", lambda: str(tmp_path))
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    (tmp_path / "file").touch()  # a home in which nothing can be made, even by root
    monkeypatch.setenv("HOME", str(tmp_path / "file"))
    folder = cache_folder()
    assert folder.parent == tmp_path
    assert folder.stat().st_mode & 0o77 == 0
    assert cache_folder() == folder


def test_a_link_that_somebody_put_there_is_not_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.machine.gettempdir", lambda: str(tmp_path))
    monkeypatch.setattr("referee.machine.os.getuid", lambda: 12345)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "matrix-arena-12345").symlink_to(tmp_path / "elsewhere")
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null")
    with pytest.raises(OSError, match="matrix-arena-12345"):
        cache_folder()
