"""Bots of ours, built when they are wanted."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from arena.bots import ours
from bot.builder import executable


def test_who_want_the_same_bot_at_once_have_it_built_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A kernel takes minutes to compile, and each game on the site may want it."""
    made: list[Path] = []

    def build(_program: object, _target: object, path: Path) -> None:
        made.append(path)
        time.sleep(0.2)
        path.write_text("a bot")

    monkeypatch.setattr(executable, "build", build)
    monkeypatch.setattr(ours, "_place", lambda program: tmp_path / program.name)
    program = executable.programs()[0]
    with ThreadPoolExecutor() as pool:
        found = list(pool.map(lambda _: ours.built(program, "en"), range(4)))
    assert found == [tmp_path / program.name] * 4
    assert len(made) == 1
