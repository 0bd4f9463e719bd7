"""The site's memory: what it keeps, for how long, and how it fails."""

from __future__ import annotations

import logging
import os
import sqlite3
import stat
import threading
import time
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from arena.site import memory as module
from arena.site.memory import NAME, SiteMemory

DAY = 24 * 3600.0


def opened(folder: Path) -> SiteMemory:
    memory = SiteMemory(folder)
    memory.open()
    return memory


def kept(folder: Path, longest: float = DAY) -> dict[str, str]:
    """Return the texts after a restart, by their keys."""
    memory = opened(folder)
    texts = dict(memory.read("game", longest))
    memory.close()
    return texts


def test_a_written_text_is_known_after_a_restart(tmp_path: Path) -> None:
    memory = opened(tmp_path / "site")
    for key, text in (("b", "1"), ("a", "2"), ("b", "3"), ("c", "4")):
        memory.write("game", key, partial(str, text))
    memory.write("login", "a", lambda: "5")
    memory.forget("game", "c")
    memory.close()
    assert kept(tmp_path / "site") == {"a": "2", "b": "3"}


def test_only_its_owner_can_read_it(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        memory = opened(tmp_path / "site")
        memory.write("game", "a", lambda: "1")
        memory.close()
    finally:
        os.umask(before)
    modes = {path: stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "site").iterdir()}
    assert set(modes.values()) == {0o600}
    assert stat.S_IMODE((tmp_path / "site").stat().st_mode) == 0o700


def test_a_text_that_is_too_old_is_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = opened(tmp_path)
    memory.write("game", "old", lambda: "1")
    memory.close()
    now = time.time() + 2 * DAY
    monkeypatch.setattr("arena.site.memory.time.time", lambda: now)
    assert kept(tmp_path) == {}
    assert kept(tmp_path, 10 * DAY) == {}, "it is there no more"


def test_a_text_that_is_too_large_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_LARGEST", 10)
    memory = opened(tmp_path)
    memory.write("game", "a", lambda: "x" * 11)
    memory.write("game", "b", lambda: "x" * 10)
    memory.close()
    assert set(kept(tmp_path)) == {"b"}


@pytest.mark.parametrize("was_made_before", [False, True])
def test_a_forgotten_text_takes_no_space(tmp_path: Path, *, was_made_before: bool) -> None:
    if was_made_before:  # by an earlier arena, whose file did not shrink
        with closing(sqlite3.connect(tmp_path / NAME)) as connection:
            connection.execute(module._TABLE)
    memory = opened(tmp_path)
    memory.write("check", "a", lambda: "x" * 1_000_000)
    memory.close()
    assert (tmp_path / NAME).stat().st_size > 1_000_000
    memory = opened(tmp_path)
    memory.forget("check", "a")
    memory.close()
    assert (tmp_path / NAME).stat().st_size < 100_000


def test_a_text_that_cannot_be_made_takes_no_other_with_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    memory = opened(tmp_path)
    memory.write("game", "a", lambda: str(1 // 0))
    memory.write("game", "b", lambda: "1")
    memory.close()
    assert kept(tmp_path) == {"b": "1"}
    assert "ZeroDivisionError" in caplog.text


def test_nothing_waits_for_the_disk(tmp_path: Path) -> None:
    """The last of a hundred changes that the disk cannot take is written."""
    memory = opened(tmp_path)
    hangs = threading.Event()
    writes: list[int] = []

    def text(number: int) -> str:
        writes.append(number)
        return str(number)

    memory.write("game", "slow", lambda: str(hangs.wait(60)))
    for number in range(100):
        memory.write("game", "a", partial(text, number))
    hangs.set()
    memory.close()
    assert kept(tmp_path)["a"] == "99"
    assert len(writes) <= 2


def test_a_second_site_at_the_same_folder_goes_on_without(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    first = opened(tmp_path)
    second = opened(tmp_path)
    assert "database is locked" in caplog.text
    second.write("game", "a", lambda: "second")
    first.write("game", "a", lambda: "first")
    second.close()
    first.close()
    assert kept(tmp_path) == {"a": "first"}


def test_a_file_that_is_no_database_is_laid_aside(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / NAME).write_bytes(b"not a database, but long enough to be looked at" * 100)
    memory = opened(tmp_path)
    memory.write("game", "a", lambda: "1")
    memory.close()
    assert kept(tmp_path) == {"a": "1"}
    assert "file is not a database" in caplog.text


@pytest.mark.skipif(os.geteuid() == 0, reason="root can write everywhere")
def test_a_folder_that_cannot_be_written_keeps_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    tmp_path.chmod(0o500)
    memory = opened(tmp_path / "site")
    memory.write("game", "a", lambda: "1")
    memory.close()
    assert "Permission denied" in caplog.text


def test_a_place_that_is_no_folder_keeps_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "site").write_text("")
    with caplog.at_level(logging.WARNING):
        memory = opened(tmp_path / "site")
    memory.write("game", "a", lambda: "1")
    assert memory.read("game", DAY) == {}
    memory.close()
    assert "File exists" in caplog.text


def test_without_a_folder_nothing_is_kept() -> None:
    memory = SiteMemory()
    memory.open()
    memory.write("game", "a", lambda: "1")
    assert memory.read("game", DAY) == {}
    memory.close()


def test_the_file_of_the_memory_is_an_ordinary_one(tmp_path: Path) -> None:
    """A teacher can open it, once the site is closed."""
    memory = opened(tmp_path)
    memory.write("game", "a", lambda: "1")
    memory.close()
    with closing(sqlite3.connect(tmp_path / NAME)) as connection:
        rows = connection.execute("SELECT kind, key, value FROM memory").fetchall()
    assert rows == [("game", "a", "1")]
