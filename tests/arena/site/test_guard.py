"""Turns of the guard: no page holds one while it waits, and the rates of requests."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from httpx2 import ASGITransport, AsyncClient, Response
from starlette.applications import Starlette

from arena.site import guard
from arena.site.application import application
from arena.site.background import BackgroundWorker
from arena.site.ladder.ladder_view import folder_of
from arena.site.ladder.version_matches import MatchOrder, VersionMatch
from arena.site.ladder.version_pages import VersionPages
from arena.site.pages import submit as submit_page
from arena.site.play import program_trials
from arena.site.play.bot_runner import Bots
from arena.site.settings import Settings
from arena.site.watch import event_index
from referee.sandbox.isolation_levels import IsolationLevel
from tests.arena.site.asking import FREE, HERE, TOKEN, fill_folder
from tests.arena.site.test_hostile import ROUTES, filled
from tests.formats.games.example_games import SHORT
from tests.tournaments.submission.submitting import CUP
from tournaments.ledger import open_ledger
from tournaments.run.setup import hold_folder

PATIENCE = 30
LADDER = CUP + "\n[ladder]\n"
WAITING = {
    "GET /play",
    "POST /play",
    "POST /play/{name}",
    "GET /submit",
    "GET /submit/ladder",
    "GET /submit/ladder/{event}",
    "GET /submit/versions/games",
    "POST /validate",
    "GET /api/events/{name}",
    "GET /api/events/{name}/games",
    "GET /api/feedback",
}
"""Routes whose pages wait for a worker that does not answer."""
BODIES: dict[str, dict[str, Any]] = {
    "POST /play": {"data": {"game": SHORT}},
    "POST /play/{name}": {"json": {"do": "hint"}},
    "POST /validate": {"data": {"before": "A 1 U"}},
    "GET /api/feedback": {"auth": ("ivanov", TOKEN)},
}


@pytest.fixture(scope="module", name="folder")
def make_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make an event that has begun, and one with a ladder, in which ivanov has two versions."""
    folder = tmp_path_factory.mktemp("guard")
    fill_folder(folder, LADDER, versions=2)
    return folder


@pytest.fixture(name="held")
def hold_ladder(folder: Path) -> Iterator[None]:
    """Hold the ladder, so that the site does not play it."""
    with hold_folder(folder_of(folder / "cup.toml")):
        yield


@asynccontextmanager
async def visiting(site: Starlette, address: str = "10.0.0.1") -> AsyncIterator[AsyncClient]:
    """Start the site; yield a client at that address."""
    transport = ASGITransport(site, raise_app_exceptions=False, client=(address, 1))
    async with (
        site.router.lifespan_context(site),
        AsyncClient(transport=transport, base_url=HERE) as client,
    ):
        yield client


async def never(*_: object, **__: object) -> None:
    """Wait for ever, as a worker does that hangs."""
    await asyncio.Event().wait()


def with_match(site: Starlette, folder: Path) -> None:
    """Let ivanov's last match be one of which a game has been played."""
    with open_ledger(folder / "spring") as ledger:
        game = ledger.read().games[0]
    order = MatchOrder(
        "ivanov", folder / "cup.toml", "Cup", "Cup", (1, 2), 10, 1, IsolationLevel.NONE
    )
    for route in site.routes:
        pages = getattr(getattr(route, "endpoint", None), "__self__", None)
        if isinstance(pages, VersionPages):
            pages.matches._last["ivanov"] = VersionMatch(order, games={0: game}, is_over=True)


async def ask_as_much_as_one_may(
    client: AsyncClient, ask: Callable[[], Coroutine[Any, Any, Response]]
) -> bool:
    """Ask for as many pages as one client may at a time; assert that another page comes then.

    Return whether some of the first are not answered yet.
    """
    tasks = [asyncio.create_task(ask()) for _ in range(2)]
    try:
        other = await asyncio.wait_for(client.get("/look.css"), PATIENCE)
        assert other.status_code == 200
        _, unanswered = await asyncio.wait(tasks, timeout=0.5)
        return bool(unanswered)
    finally:
        for task in tasks:
            task.cancel()


@pytest.mark.usefixtures("held")
@pytest.mark.parametrize("route", ROUTES)
def test_a_page_that_waits_for_a_worker_keeps_no_other_page_waiting(
    folder: Path, route: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(BackgroundWorker, "run", never)
    monkeypatch.setattr(Bots, "try_game", never)
    monkeypatch.setattr(guard, "_LONGEST_SLOT", 3600)  # a page must release its slot by itself
    monkeypatch.setattr(program_trials, "_LONGEST_WAIT", 3600)
    monkeypatch.setattr(submit_page, "_FIRST", 3600)
    method, path = route.split()

    async def scene() -> None:
        bots = folder / "programs" if path == "/play" else None
        site = application(replace(FREE, events=folder, bots=bots))
        with_match(site, folder)
        async with visiting(site) as client:
            await client.post("/submit", data={"name": "ivanov", "token": TOKEN})
            places = [filled(path, "cup" if "{event}" in path else "spring")] * 2
            if path.startswith("/play/{name}"):
                begun = [await client.post("/play", data={"game": SHORT}) for _ in range(2)]
                games = [answer.headers["location"] for answer in begun]
                places = [path.replace("/play/{name}", game) for game in games]

            def ask() -> Coroutine[Any, Any, Response]:
                return client.request(method, places.pop(), **BODIES.get(route, {}))

            unanswered = await ask_as_much_as_one_may(client, ask)
            assert unanswered or route not in WAITING, "this test is of no use for the page"

    asyncio.run(scene())


@pytest.mark.usefixtures("held")
@pytest.mark.parametrize("path", ["/submit/ladder/cup", "/submit/versions/games"])
def test_a_page_that_waits_too_long_for_a_worker_is_to_be_asked_for_later(
    folder: Path, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(BackgroundWorker.run, "__defaults__", (0.0,))

    async def scene() -> None:
        site = application(replace(FREE, events=folder))
        with_match(site, folder)
        async with visiting(site) as client:
            await client.post("/submit", data={"name": "ivanov", "token": TOKEN})
            answer = await client.get(path)
            assert answer.status_code == 503
            assert answer.headers["retry-after"]
            assert "ask again in half a minute" in answer.text

    asyncio.run(scene())


def test_a_page_that_waits_for_a_disk_keeps_no_other_page_waiting(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    over = threading.Event()

    def hang(_: Path) -> list[Path]:
        over.wait()
        return []

    monkeypatch.setattr(event_index, "_folders_in", hang)
    monkeypatch.setattr(event_index.Disk.__init__, "__defaults__", (3600.0,))

    async def scene() -> None:
        async with visiting(application(replace(FREE, events=folder))) as client:
            assert await ask_as_much_as_one_may(client, partial(client.get, "/events"))

    try:
        asyncio.run(scene())
    finally:
        over.set()


def test_wrong_tokens_do_not_fill_the_queue_for_a_right_one(folder: Path) -> None:
    async def scene() -> None:
        async with visiting(application(Settings(events=folder))) as client:
            wrong = []
            for _ in range(4):
                wrong += [
                    asyncio.create_task(client.get(path, auth=("ivanov", "wrong-token")))
                    for path in ("/api/submissions", "/submit/join/x") * 50
                ]
                assert (await client.get("/look.css")).status_code == 200
            right = await client.post("/submit", data={"name": "ivanov", "token": TOKEN})
            assert right.status_code == 303
            assert {task.result().status_code for task in wrong if task.done()} >= {429}
            for task in wrong:
                task.cancel()

    asyncio.run(scene())


def test_an_address_may_show_fewer_tokens_than_are_examined() -> None:
    assert Settings().with_token.per_second < Settings().wrong_tokens
