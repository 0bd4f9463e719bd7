"""Tests of the list of cores and of the cache folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from referee.machine import cache_folder, cores


def test_every_core_may_be_used() -> None:
    assert cores()
    assert set(cores()) <= os.sched_getaffinity(0)


@pytest.mark.parametrize(
    ("lists", "usable", "expected"),
    [
        (["0", "1"], {0, 1}, [0, 1]),
        (["0-1", "0-1", "2-3", "2-3"], {0, 1, 2, 3}, [0, 2]),
        (["0,2", "1,3", "0,2", "1,3"], {0, 1, 2, 3}, [0, 1]),
        (["0,2", "1,3", "0,2", "1,3"], {2, 3}, [2, 3]),
        (["0,2", "1,3", "0,2", "1,3"], {0, 2, 3}, [0, 3]),
        (None, {0, 1}, [0, 1]),
    ],
)
def test_two_threads_of_a_core_count_as_one_core(
    monkeypatch: pytest.MonkeyPatch, lists: list[str] | None, usable: set[int], expected: list[int]
) -> None:
    """Fake the kernel's topology files of other machines."""

    def read_text(path: Path) -> str:
        if lists is None:
            raise FileNotFoundError(path)
        return lists[int(path.parts[5].removeprefix("cpu"))] + "\n"

    monkeypatch.setattr("referee.machine.Path.read_text", read_text)
    monkeypatch.setattr("os.sched_getaffinity", lambda _process: usable)
    assert cores() == expected


def test_the_cache_is_in_the_cache_folder_of_the_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert cache_folder() == tmp_path / "cache/matrix-arena"
    assert cache_folder().is_dir()


def test_without_a_home_the_cache_is_a_temporary_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    (tmp_path / "file").touch()  # a home in which nobody, even root, can make a folder
    monkeypatch.setenv("HOME", str(tmp_path / "file"))
    folder = cache_folder()
    assert folder.parent == tmp_path
    assert folder.stat().st_mode & 0o77 == 0
    assert cache_folder() == folder


def test_a_link_in_place_of_the_cache_is_not_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    monkeypatch.setattr("referee.machine.os.getuid", lambda: 12345)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "matrix-arena-12345").symlink_to(tmp_path / "elsewhere")
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null")
    with pytest.raises(OSError, match="matrix-arena-12345"):
        cache_folder()


def test_without_a_temporary_folder_the_users_own_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing but this folder can be written in some containers."""
    monkeypatch.setattr("tempfile.tempdir", None)
    monkeypatch.setattr("tempfile._candidate_tempdir_list", lambda: ["/dev/null"])
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "matrix-arena"
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null")
    with pytest.raises(OSError, match="/dev/null/matrix-arena"):
        cache_folder()
