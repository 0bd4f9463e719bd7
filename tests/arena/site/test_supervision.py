"""No task and no thread of the site fails in silence."""

from __future__ import annotations

import ast
import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from arena.site import supervision
from arena.site.background import BackgroundWorker, Cached
from arena.site.play.bot_runner import Bots
from arena.site.play.watched_game import Play, Seat
from arena.site.submit.check_queue import Checks
from arena.site.submit.check_worker import CheckOrder
from arena.site.supervision import begin_task, begin_thread
from arena.site.watch.broadcast import Audience
from arena.site.watch.event_summary import EventSummary
from formats.games import all_games
from formats.matrix import Matrix
from referee.casual_game import CasualGame
from referee.sandbox import Background
from tests.formats.games.example_games import SHORT
from tests.places import ROOT
from tests.tournaments.submission.submitting import event

SITE = ROOT / "arena/site"
UNSUPERVISED = {"create_task", "ensure_future", "Thread", "Timer", "start_new_thread", "TaskGroup"}
"""Functions that start something that may fail in silence."""
AWAITED = {"to_thread", "run_sync", "run_in_threadpool"}
"""Functions that fail in silence unless they are awaited."""


@dataclass
class Calls:
    """Calls in a module that start something in parallel."""

    unsupervised: list[str] = field(default_factory=list)
    not_awaited: list[str] = field(default_factory=list)


def calls_in(tree: ast.AST, name: str) -> Calls:
    """Return the calls that start something, each with its module and line."""
    awaited = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Await)}
    calls = Calls()
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        called = ast.unparse(node.func).rpartition(".")[2]
        place = f"{name}:{node.lineno}: {called}"
        if called in UNSUPERVISED:
            calls.unsupervised.append(place)
        if called in AWAITED and id(node) not in awaited:
            calls.not_awaited.append(place)
    return calls


def modules() -> Iterator[Path]:
    yield from (path for path in SITE.rglob("*.py") if path != Path(supervision.__file__))


def test_tasks_and_threads_are_begun_in_one_place() -> None:
    for path in modules():
        calls = calls_in(ast.parse(path.read_text()), str(path.relative_to(SITE)))
        assert calls.unsupervised == [], "use begin_task or begin_thread of arena/site/supervision"
        assert calls.not_awaited == []


@pytest.mark.parametrize(
    "line",
    [
        "asyncio.create_task(work())",
        "loop().create_task(work())",
        "Thread(target=work).start()",
        "task = to_thread(work)",
    ],
)
def test_a_new_unsupervised_task_is_found(line: str) -> None:
    calls = calls_in(ast.parse(line), "new.py")
    assert calls.unsupervised or calls.not_awaited


def test_a_task_that_fails_is_logged_and_told(caplog: pytest.LogCaptureFixture) -> None:
    errors: list[Exception] = []

    async def fail() -> None:
        raise ValueError("too many files")

    async def begin() -> None:
        await begin_task(fail(), "a game", errors.append)

    asyncio.run(begin())
    assert [str(error) for error in errors] == ["too many files"]
    assert "a game: failed" in caplog.text
    assert "too many files" in caplog.text


def test_a_thread_that_fails_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    def fail() -> None:
        raise ValueError("the disk is gone")

    begin_thread(fail, "ladders").join()
    assert "ladders: failed" in caplog.text
    assert "the disk is gone" in caplog.text


def test_a_bot_that_fails_by_our_fault_is_told_to_the_page(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ValueError("filedescriptor out of range in select()")

    monkeypatch.setattr(Bots, "_turn", fail)
    game = all_games()[SHORT]()
    play = Play(CasualGame.at_start(Matrix(game, game.start())), {"A": Seat("nim"), "B": Seat()})

    async def play_on() -> None:
        bots = Bots(lambda _: Path("bot"), None, Background(beside_games=True), 1)
        bots.wake(play)
        while bots._tasks:
            await asyncio.sleep(0.01)

    asyncio.run(play_on())
    assert play.fault is not None
    assert play.fault.en.startswith("nim cannot play")
    assert play.thinking is None
    assert "filedescriptor out of range" in caplog.text


def test_a_check_that_cannot_begin_is_over(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError("no process")

    monkeypatch.setattr("referee.worker._SPAWN.Process", fail)
    order = CheckOrder("ivanov", Path("cup.toml"), SHORT, b"x", "Cup", Background(True))

    async def ask() -> None:
        checks = Checks(1)
        for _ in range(2):  # the second upload is not refused because of the first
            checks.add(order, "somebody")
            await asyncio.gather(*checks._tasks)
            check = checks.last("ivanov")
            assert check
            assert check.over

    asyncio.run(ask())
    assert "no process" in caplog.text


def test_an_event_is_looked_at_again_after_a_look_that_failed(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    tables = Cached[EventSummary](tmp_path, lambda: pytest.fail("no ledger"), BackgroundWorker())
    monkeypatch.setattr(tables, "renew", lambda: None)
    audience = Audience(tmp_path, event(), tables)
    look, looks = audience._boards.look, 0

    def look_seldom() -> dict[str, object]:
        nonlocal looks
        looks += 1
        if looks < 3:
            raise OSError("the disk hangs")
        return {**look(), "state": {"running": True}}

    monkeypatch.setattr(audience._boards, "look", look_seldom)

    async def watch() -> bytes:
        messages = audience.messages()
        first = await anext(messages)
        second = await asyncio.wait_for(anext(messages), 10)
        await messages.aclose()
        return first + second

    assert asyncio.run(watch()).count(b"event: boards") == 2
    assert "the disk hangs" in caplog.text
