"""``arena cache``: shows the files kept on a machine, and removes them if asked to."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arena.bots.builtin_bots import BUILT
from arena.machine.texts import CACHE_PURPOSES
from referee.machine import leftover_prefix
from tests.arena.conftest import Run
from tests.places import ROOT
from tournaments.storage import hold_lock


@pytest.fixture(name="kept")
def kept_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr("referee.sandbox.program_folders._CACHE_OF_ROOT", tmp_path / "root")
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


def test_the_whole_cache_is_removed(run: Run, kept: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (kept / "link").symlink_to(other)
    (kept / "broken").symlink_to("nowhere")
    run("cache", "--clear")
    assert list(kept.iterdir()) == []
    assert other.exists(), "a link is removed, and not what it names"
    assert "Nothing is kept" in run("cache").out


def test_each_folder_that_the_code_writes_has_a_purpose() -> None:
    names = set()
    for package in ("arena", "bot", "referee", "research", "tournaments"):
        for path in (ROOT / package).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            names |= set(re.findall(r'(?:cache_folder|build_cache)\(\)\)? / "?(\w+)', text))
    assert {BUILT if name == "BUILT" else name for name in names} == set(CACHE_PURPOSES)


def test_games_of_the_site_stay(run: Run, kept: Path) -> None:
    game = kept / "site" / "8080" / "game"
    game.parent.mkdir(parents=True)
    game.touch()
    assert f"kept: {kept / 'site'}: games of the site\nThe rest" in run("cache", "--clear").out
    assert list(kept.iterdir()) == [kept / "site"]
    assert game.exists()


def test_locks_of_running_workers_stay(run: Run, kept: Path) -> None:
    cluster = kept / "cluster"
    (cluster / "programs").mkdir(parents=True)
    (cluster / "core-1").touch()
    with hold_lock(cluster / "core-0"):
        out = run("cache", "--clear").out
    assert f"kept: {cluster / 'core-0'}: lock of a running cluster worker\nThe rest" in out
    assert list(kept.rglob("*")) == [cluster, cluster / "core-0"]


def test_programs_of_running_games_stay(run: Run, kept: Path) -> None:
    of_ended = f"{leftover_prefix().rsplit('-', 2)[0]}-4194305-1"  # larger than any process number
    for name in (f"{leftover_prefix()}1", of_ended):
        (kept / name).mkdir()
    used = kept / f"{leftover_prefix()}1"
    out = run("cache", "--clear").out
    assert f"kept: {used}: program of a running game\nThe rest" in out
    assert list(kept.iterdir()) == [used]
