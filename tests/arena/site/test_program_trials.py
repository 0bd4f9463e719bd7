"""Programs are offered for the games that they play, which trials find out."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from arena.bots.builtin_bots import builtin_path
from arena.site.application import application
from arena.site.memory import SiteMemory
from arena.site.play.offered_bots import PREFIX, OfferedBot
from arena.site.play.program_trials import ProgramTrials, program_files_in
from formats.games import AnyGame, all_games
from tests.arena.site.asking import FREE, HERE
from tests.formats.games.example_games import SHORT, STEPS
from tests.referee.needs import needs_sandbox

PATIENCE = 120


def script(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


@contextmanager
def visited(folder: Path) -> Iterator[TestClient]:
    settings = replace(FREE, bots=folder, memory=folder / ".site")
    with TestClient(application(settings), base_url=HERE, follow_redirects=False) as browser:
        yield browser


def offered(browser: TestClient) -> dict[str, set[str]]:
    """Return the games for which each program is offered, once all have been tried."""
    until = time.monotonic() + PATIENCE
    while "not tried yet" in (page := browser.get("/play?lang=en").text):
        assert time.monotonic() < until
    games_by_bot: dict[str, set[str]] = {}
    for game, options in re.findall(r'(?s)<select name="A-([a-z-]+)">(.*?)</select>', page):
        for name in re.findall(f'value="{PREFIX}([^"]+)"', options):
            games_by_bot.setdefault(name, set()).add(game)
    return games_by_bot


@needs_sandbox
def test_each_program_is_offered_for_the_games_that_it_plays(tmp_path: Path) -> None:
    path = builtin_path("en")
    for name in (f"{SHORT}-random", f"{STEPS}-random"):
        (tmp_path / name).write_bytes(path(name).read_bytes())
        (tmp_path / name).chmod(0o755)
    script(tmp_path, "broken", "exit 2")
    with visited(tmp_path) as browser:
        games_by_bot = offered(browser)
        assert games_by_bot[f"{SHORT}-random"] == {SHORT}
        assert games_by_bot[f"{STEPS}-random"] == {STEPS}
        assert games_by_bot["broken"] == set(all_games()), (
            "its author can see what is wrong with it"
        )
        assert "broken: no legal move in any game" in browser.get("/play?lang=en").text
        wrong_fields = {"game": SHORT, f"A-{SHORT}": f"{PREFIX}{STEPS}-random"}
        assert browser.post("/play", data=wrong_fields).status_code == 400


class Trials:
    """Games that programs play, and the trials that were made."""

    def __init__(self, result: bool | None) -> None:
        self.result = result
        self.made: list[str] = []

    async def try_game(self, path: Path, game: AnyGame) -> bool | None:
        self.made.append(f"{path.name} {game.name}")
        return self.result


async def release_slot() -> None:
    """Do nothing: these tests have no guard."""


def tried(folder: Path, trials: Trials, memory: SiteMemory | None = None) -> dict[str, OfferedBot]:
    """Return the programs of the folder as a site with that memory knows them."""

    async def known() -> dict[str, OfferedBot]:
        program_trials = ProgramTrials(memory or SiteMemory(), trials.try_game)
        programs = program_files_in(folder)
        program_trials.begin(programs)
        await program_trials.with_games(programs, release_slot)
        return await program_trials.with_games(programs, release_slot)

    return asyncio.run(known())


def test_a_program_is_tried_once(tmp_path: Path) -> None:
    """Two identical files, a restart or another name cause no new trial."""
    script(tmp_path, "one", "exit 1")
    script(tmp_path, "two", "exit 1")
    trials = Trials(result=True)
    for _ in range(2):
        memory = SiteMemory(tmp_path / ".site")
        memory.open()
        results = tried(tmp_path, trials, memory)
        memory.close()
        assert {result.games for result in results.values()} == {frozenset(all_games())}
        script(tmp_path, "three", "exit 1")
    assert len(trials.made) == len(all_games())
    script(tmp_path, "one", "exit 2")
    tried(tmp_path, trials)
    assert len(trials.made) == 3 * len(all_games()), "of both kinds, by a site that knew nothing"


def test_a_program_with_an_unclear_trial_is_offered(tmp_path: Path) -> None:
    script(tmp_path, "slow", "sleep 9")
    results = tried(tmp_path, Trials(result=None))
    assert results["file:slow"].games == frozenset(all_games())


def test_a_trial_that_fails_by_a_fault_of_the_site_is_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    class Failing(Trials):
        async def try_game(self, path: Path, game: AnyGame) -> bool | None:
            raise OSError(f"{path}, {game}")

    script(tmp_path, "one", "exit 1")
    results = tried(tmp_path, Failing(result=None))
    assert results["file:one"].plays(SHORT)
    assert "a program was not tried" in caplog.text
