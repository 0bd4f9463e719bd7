"""``arena cache``: shows the files kept on a machine, and removes them if asked to."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.arena.conftest import Run


@pytest.fixture(name="kept")
def kept_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr("referee.sandbox.host._CACHE_OF_ROOT", tmp_path / "root")
    folder = tmp_path / "matrix-arena"
    (folder / "bots").mkdir(mode=0o700, parents=True)
    (folder / "bots" / "bot").write_bytes(bytes(3_000_000))
    return folder


def test_sizes_are_shown(run: Run, kept: Path) -> None:
    assert f"3.0 MB  {kept / 'bots'}: programs of built-in bots" in run("cache").out
    assert (
        f"3,0 МБ  {kept / 'bots'}: программы встроенных ботов" in run("cache", "--lang", "ru").out
    )
    assert (kept / "bots" / "bot").exists()


def test_all_is_removed(run: Run, kept: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (kept / "link").symlink_to(other)
    (kept / "broken").symlink_to("nowhere")
    run("cache", "--clear")
    assert list(kept.iterdir()) == []
    assert other.exists(), "a link is removed, and not what it names"
    assert "Nothing is kept" in run("cache").out
