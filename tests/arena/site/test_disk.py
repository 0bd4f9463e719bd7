"""A disk that hangs, or a ledger that is no file: only the requests for it wait."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from arena.site.application import application
from arena.site.errors import Refusal
from arena.site.settings import Settings
from arena.site.watch.event_index import Disk
from tests.tournaments.filled_ledger import fill

HERE = "http://127.0.0.1:8080"


@pytest.fixture(name="never")
def make_never() -> Iterator[threading.Event]:
    """An event that is set at the end of the test only."""
    event = threading.Event()
    yield event
    event.set()


def test_what_hangs_is_given_up_and_not_tried_again(never: threading.Event) -> None:
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
