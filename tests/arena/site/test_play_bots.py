"""Play with bots: they answer, wait, are stopped, and show their output."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path
from threading import Event, Thread
from typing import Self

import pytest
from anyio import ClosedResourceError
from starlette.testclient import TestClient

from arena.site.application import application
from arena.site.play.bot_runner import BotOutput
from referee.sandbox import Sandbox, core_claims
from referee.sandbox.core_claims import claim
from tests.arena.site.asking import FREE, HERE, SEVEN_LEFT, begun, game_view, order, until
from tests.formats.games.example_games import DEFAULT, SHORT, STEPS
from tests.referee.needs import needs_sandbox


@pytest.fixture
def browser() -> Iterator[TestClient]:
    """A browser on this machine."""
    with TestClient(application(FREE), base_url=HERE, follow_redirects=False) as client:
        yield client


@needs_sandbox
def test_a_bot_answers_and_says_what_it_thought(browser: TestClient) -> None:
    place = begun(browser, game=SHORT, **{f"B-{SHORT}": "champion", "think": "0.05"})
    order(browser, place, "step", step="g5")
    now = until(browser, place, lambda now: len(now["moves"]) == 2 and now["persons"])
    assert now["moves"][1]["by"] == "B"
    assert now["status"] == "the first player to move"
    now = order(browser, place, "back")
    assert now["moves"] == []


@needs_sandbox
def test_a_bot_is_said_to_wait_only_when_it_does(browser: TestClient) -> None:
    fields = {f"A-{SHORT}": "random", f"B-{SHORT}": "random", f"columns-{SHORT}": "20"}
    place = begun(browser, game=SHORT, **fields)
    statuses = []

    def two_moves(now: dict[str, object]) -> bool:
        statuses.append(now["status"])
        return len(now["moves"]) > 1  # type: ignore[arg-type]  # a list

    until(browser, place, two_moves)
    assert [status for status in statuses if "press Step" in str(status)] == []
    order(browser, place, "pause")
    now = until(browser, place, lambda now: now["can"]["once"] or now["winner"])
    assert now["winner"] or "press Step" in now["status"]


@needs_sandbox
def test_a_bot_that_waits_for_others_says_so(tmp_path: Path) -> None:
    bot = tmp_path / "slow"
    bot.write_text("#!/bin/sh\nsleep 3\n")
    bot.chmod(0o755)
    settings = replace(FREE, bots=tmp_path, most_thinking=1)
    with TestClient(application(settings), base_url=HERE, follow_redirects=False) as client:
        fields = {"matrix": SEVEN_LEFT, f"A-{SHORT}": "file:slow", "think": "9"}
        first, second = begun(client, **fields), begun(client, **fields)
        until(client, first, lambda now: now["thinking"])
        now = until(client, second, lambda now: "built" not in now["status"])
        assert now["status"] == "slow waits: as many bots are thinking as may think at once"
        assert not now["thinking"]
        until(client, first, lambda now: now["winner"])
        until(client, second, lambda now: now["thinking"])


@needs_sandbox
def test_while_a_tournament_has_all_cores_a_bot_waits_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Claims of its own: tests beside it may play on all cores for long.
    monkeypatch.setattr(core_claims, "_PREFIX", f"test-{os.getpid()}")
    settings = replace(FREE, beside_games=False)
    with ExitStack() as claims, TestClient(application(settings), base_url=HERE) as client:
        client.follow_redirects = False
        for core in os.sched_getaffinity(0):
            claims.enter_context(claim(core))
        place = begun(client, game=SHORT, **{f"A-{SHORT}": "random", f"B-{SHORT}": "random"})
        until(client, place, lambda now: f"{SHORT}-random waits for a core:" in now["status"])
        claims.close()
        until(client, place, lambda now: len(now["moves"]) > 0)


@needs_sandbox
def test_a_program_of_somebody_can_be_seated(tmp_path: Path) -> None:
    bot = tmp_path / "<i>ivanov"
    bot.write_text('#!/bin/sh\necho "$# arguments"\nsed -n 2,3p matrix.txt\n')
    bot.chmod(0o755)
    (tmp_path / ".hidden").write_text("")
    (tmp_path / os.fsdecode(b"\xff")).write_text("")
    settings = replace(FREE, bots=tmp_path)
    with TestClient(application(settings), base_url=HERE, follow_redirects=False) as client:
        page = client.get("/play").text
        assert '<option value="file:&lt;i&gt;ivanov">&lt;i&gt;ivanov: ' in page
        assert ".hidden" not in page
        place = begun(client, matrix=SEVEN_LEFT, **{f"B-{SHORT}": "file:<i>ivanov", "think": "2"})
        order(client, place, "step", step="b2")
        now = until(client, place, lambda now: now["winner"])
        assert now["winner"] == "A"
        assert "the board is as it was" in now["status"]
        assert now["said"] == "0 arguments\n0 4\n0 4", "what it may think, and a little more"
        assert order(client, place, "back")["said"] == ""
        for name in ("file:../ivanov", "file:.hidden", "file:", f"file:{tmp_path}/ivanov"):
            fields = {"game": SHORT, f"A-{SHORT}": name}
            assert client.post("/play", data=fields).status_code == 400


@needs_sandbox
def test_two_bots_are_paused_and_stepped(browser: TestClient) -> None:
    fields = {f"A-{SHORT}": "nim", f"B-{SHORT}": "random", "think": "0.05", "paused": "on"}
    place = begun(browser, game=SHORT, **fields)
    assert game_view(browser, place)["can"]["once"]
    order(browser, place, "once")
    until(browser, place, lambda now: len(now["moves"]) == 1 and now["can"]["once"])
    order(browser, place, "resume")
    now = until(browser, place, lambda now: now["winner"] is not None)
    assert now["winner"] in "AB"


@needs_sandbox
def test_two_bots_rest_until_somebody_watches(
    browser: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = begun(browser, game=STEPS, **{f"A-{STEPS}": "random", f"B-{STEPS}": "random"})
    until(browser, place, lambda now: len(now["moves"]) > 0)
    monkeypatch.setattr("arena.site.play.watched_game._A_WHILE", 0.0)
    now = until(browser, place, lambda now: now["thinking"] is None)
    time.sleep(1.5)  # in which several more would be made
    move_count = len(game_view(browser, place)["moves"])
    assert move_count <= len(now["moves"]) + 1
    Thread(target=watch, args=(browser, place), daemon=True).start()
    until(browser, place, lambda now: len(now["moves"]) > move_count + 1)


@needs_sandbox
def test_a_long_turn_is_not_thought_to_its_end_with_nobody_watching(
    browser: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    fields = {f"A-{DEFAULT}": "champion", f"B-{DEFAULT}": "champion", "think": "90"}
    place = begun(browser, game=DEFAULT, **fields)
    until(browser, place, lambda now: now["thinking"] is not None)
    monkeypatch.setattr("arena.site.play.watched_game._A_WHILE", 0.0)
    now = until(browser, place, lambda now: now["thinking"] is None)
    assert now["moves"] == []
    assert now["trouble"] is None
    assert now["can"]["pause"], "it rests, and is not paused for whoever looks again"


@needs_sandbox
def test_a_person_is_answered_before_games_of_bots(tmp_path: Path) -> None:
    """There is one place, and ten seconds of bots' games wait for it already."""
    bot = tmp_path / "slow"
    bot.write_text("#!/bin/sh\nsleep 2\n")
    bot.chmod(0o755)
    settings = replace(FREE, bots=tmp_path, most_thinking=1)
    with TestClient(application(settings), base_url=HERE, follow_redirects=False) as client:
        seats = {f"A-{SHORT}": "file:slow", f"B-{SHORT}": "file:slow", "think": "9"}
        bots = [begun(client, matrix=SEVEN_LEFT, **seats) for _ in range(5)]
        until(client, bots[0], lambda now: now["thinking"] or now["winner"])
        place = begun(client, matrix=SEVEN_LEFT, **{f"B-{SHORT}": "file:slow", "think": "9"})
        order(client, place, "step", step="b2")
        until(client, place, lambda now: now["winner"])
        assert not all(game_view(client, game)["winner"] for game in bots)


def watch(browser: TestClient, place: str) -> None:
    """Read a stream as an open page does, until the server is gone, perhaps in mid-line."""
    with suppress(ClosedResourceError, CancelledError, RuntimeError):
        browser.get(f"{place}/live")


@needs_sandbox
def test_thoughts_of_a_bot_are_shown_while_it_thinks(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    bot = tmp_path / "bot"
    bot.write_text("#!/bin/sh\necho '<b>depth 1'\nexec sleep 60\n")
    bot.chmod(0o755)
    monkeypatch.setattr("arena.site.pages.play.builtin_path", lambda _: lambda _: bot)
    with TestClient(application(FREE), base_url=HERE, follow_redirects=False) as client:
        place = begun(client, game=SHORT, **{f"A-{SHORT}": "nim", "think": "90"})
        now = until(client, place, lambda now: now["thinking"] and now["thinking"]["said"])
        assert now["thinking"]["said"] == "<b>depth 1"
        order(client, place, "pause")
        until(client, place, lambda now: now["thinking"] is None)


@needs_sandbox
def test_the_options_that_java_is_told_are_not_shown_while_it_thinks() -> None:
    async def scene() -> list[str]:
        reports: list[str] = []
        with BotOutput(reports.append).open() as bot_end:
            bot_end.send(b"NOTE: Picked up JDK_JAVA_OPTIONS: -XX:MaxRAM=1 -X\nthinking\n")
            while not reports:
                await asyncio.sleep(0.01)
        return reports

    assert asyncio.run(scene())[-1] == "thinking"


def test_a_thinking_bot_is_stopped(browser: TestClient) -> None:
    fields = {f"A-{DEFAULT}": "champion", "think": "100"}
    place = begun(browser, game=DEFAULT, **fields)
    until(browser, place, lambda now: now["thinking"] is not None)
    order(browser, place, "pause")
    now = until(browser, place, lambda now: now["thinking"] is None)
    assert now["moves"] == []
    assert now["trouble"] is None
    assert now["can"]["once"]


@needs_sandbox
def test_a_bot_is_stopped_while_its_sandbox_is_made(
    browser: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    sandbox_made, stopped = Event(), Event()

    class Slow(Sandbox):
        def __enter__(self) -> Self:
            opened = super().__enter__()
            sandbox_made.set()
            assert stopped.wait(60)
            return opened

    monkeypatch.setattr("referee.casual_bot.Sandbox", Slow)
    place = begun(browser, game=DEFAULT, **{f"A-{DEFAULT}": "champion", "think": "100"})
    assert sandbox_made.wait(60)
    order(browser, place, "pause")
    stopped.set()
    now = until(browser, place, lambda now: now["thinking"] is None)
    assert now["moves"] == []


def test_a_bot_that_cannot_be_run_is_no_fault_of_the_game(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def none(*_: object) -> Path:
        raise LookupError("no compiler")

    monkeypatch.setattr("arena.site.pages.play.builtin_path", lambda _: none)
    with TestClient(application(FREE), base_url=HERE, follow_redirects=False) as client:
        place = begun(client, game=SHORT, **{f"A-{SHORT}": "nim"})
        now = until(client, place, lambda now: now["trouble"])
        assert "this machine could not run it" in now["trouble"]
        assert "no compiler" not in now["trouble"], "it is for whoever runs the site"
        assert now["can"]["resume"]
    assert "no compiler" in caplog.text
