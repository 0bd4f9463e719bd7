"""A disk that hangs, or a ledger that is no file: only the requests for it wait."""

from __future__ import annotations

import asyncio
import io
import os
import sqlite3
import threading
import traceback
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from arena.site.application import application
from arena.site.errors import Refusal
from arena.site.settings import Settings
from arena.site.watch.event_index import Disk
from tests.arena.site.asking import TOKEN, fill_folder
from tests.arena.site.test_hostile import ROUTES, filled
from tests.formats.games.example_games import SHORT
from tests.tournaments.filled_ledger import fill
from tests.tournaments.submission.submitting import CUP

HERE = "http://127.0.0.1:8080"
FORMS = {
    "POST /play": {"game": SHORT, f"B-{SHORT}": "random"},
    "POST /submit/change": {"version": f"cup/{SHORT}/1", "action": "withdraw"},
    "POST /submit/versions": {"first": "1", "second": "2", "games": "10"},
}


@pytest.fixture(scope="module", name="folder")
def make_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make an event that has begun, one that takes bots, and a folder of programs."""
    folder = tmp_path_factory.mktemp("disk")
    fill_folder(folder, CUP, versions=1)
    return folder


@pytest.fixture(name="never")
def make_never() -> Iterator[threading.Event]:
    """An event that is set at the end of the test only."""
    event = threading.Event()
    yield event
    event.set()


def test_a_read_that_hangs_is_given_up_and_not_tried_again(never: threading.Event) -> None:
    async def look() -> None:
        disk, tries = Disk(longest=0.1), []

        def hang() -> str:
            tries.append(1)
            never.wait()
            return "at last"

        for _ in range(5):
            with pytest.raises(Refusal):
                await disk.read("one", hang)
        assert len(tries) == 1
        assert await disk.read("other", lambda: "here") == "here"
        assert await disk.read_all({"one": hang, "other": lambda: "here"}) == ["here"]
        never.set()
        disk._hanging["one"].join(20)
        assert await disk.read("one", hang) == "at last"

    asyncio.run(look())


def test_a_fault_is_told() -> None:
    def fail() -> None:
        raise LookupError("no")

    with pytest.raises(LookupError):
        asyncio.run(Disk().read("one", fail))


@pytest.mark.parametrize("route", ROUTES)
def test_no_page_reads_the_disk_in_the_thread_that_serves_all(
    folder: Path, route: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that hangs would stop the whole site."""
    reads: list[str] = []

    def note(path: object) -> None:
        is_serving = asyncio._get_running_loop() is not None
        if is_serving and isinstance(path, (str, Path)) and Path(path).is_relative_to(folder):
            reads.append("".join(traceback.format_stack(limit=8)))

    def noting(read: Callable[..., object], path: object = ".", *more: Any, **named: Any) -> object:
        note(path)
        return read(path, *more, **named)

    method, path = route.split()
    settings = Settings(events=folder, bots=folder / "programs", beside_games=True)
    with TestClient(application(settings), base_url=HERE) as client:
        client.post("/submit", data={"name": "ivanov", "token": TOKEN})
        place = filled(path, "cup" if "{event}" in path else "spring")
        for name in ("stat", "lstat", "open", "scandir", "listdir"):
            monkeypatch.setattr(os, name, partial(noting, getattr(os, name)))
        monkeypatch.setattr(io, "open", partial(noting, io.open))
        monkeypatch.setattr(sqlite3, "connect", partial(noting, sqlite3.connect))
        if not place.endswith("/stream"):
            client.request(method, place, data=FORMS.get(route))
        monkeypatch.undo()
    assert reads == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no FIFOs")
def test_pipes_in_place_of_files_hang_nothing(tmp_path: Path) -> None:
    fill(tmp_path / "spring", most=2)
    (tmp_path / "pipe").mkdir()
    for name in ("pipe/ledger.sqlite", "cup.toml", "tokens.txt"):
        os.mkfifo(tmp_path / name)
    settings = Settings(events=tmp_path)
    with TestClient(application(settings), base_url=HERE) as client:
        assert "/events/spring" in client.get("/events").text
        assert client.get("/events/pipe").status_code == 404
        assert client.get("/events/spring").status_code == 200
        assert "Nobody can submit here yet" in client.get("/submit").text
