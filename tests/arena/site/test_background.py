"""Work of the site in a background worker: one at a time, with a time limit each."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from arena.site import background
from arena.site.background import BackgroundWorker, Cached
from referee.worker import WorkerEnded
from tournaments.ledger import NAME

pytestmark = pytest.mark.xdist_group("background")


def with_worker(scene: Callable[[BackgroundWorker], Coroutine[Any, Any, None]]) -> None:
    """Play the scene with a worker."""

    async def play() -> None:
        worker = BackgroundWorker()
        try:
            await scene(worker)
        finally:
            worker.close()

    asyncio.run(play())


def fail() -> None:
    raise LookupError("no such event")


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def spend(seconds: float) -> None:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def write_and_sleep(path: Path, seconds: float) -> int:
    """Say in the file that the work has begun, and sleep."""
    path.touch()
    time.sleep(seconds)
    return os.getpid()


async def until_there(path: Path) -> None:
    async with asyncio.timeout(60):
        while not path.exists():
            await asyncio.sleep(0.01)


def test_a_disk_that_hangs_keeps_nobody_waiting_who_asks_for_a_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    over = threading.Event()

    def hang(_: Path) -> None:
        over.wait(60)

    async def scene(worker: BackgroundWorker) -> None:
        monkeypatch.setattr(background, "_ledger_state", hang)
        try:
            cached = Cached(tmp_path, os.getpid, worker)
            assert await cached.newest_within(0.1) is None
            assert cached.renew(), "the look at the disk goes on"
        finally:
            over.set()

    with_worker(scene)


def test_an_unchanged_result_is_not_computed_again(tmp_path: Path) -> None:
    async def scene(worker: BackgroundWorker) -> None:
        cached = Cached(tmp_path, time.monotonic, worker)
        first = await cached.newest_within(60)
        assert first is not None
        cached._earliest = 0.0
        assert await cached.newest_within(60) == first
        (tmp_path / NAME).write_text("x")
        cached._earliest = 0.0
        assert (await cached.newest_within(60) or 0) > first

    with_worker(scene)


def test_work_is_done_one_by_one_in_one_process_that_gives_way() -> None:
    async def scene(worker: BackgroundWorker) -> None:
        answers = await asyncio.gather(*(worker.run(os.getpid) for _ in range(3)))
        assert len({pid for pid, _ in answers} - {os.getpid()}) == 1
        assert (await worker.run(partial(os.nice, 0)))[0] == 19
        _, seconds = await worker.run(partial(spend, 0.2))
        assert 0.2 <= seconds < 2

    with_worker(scene)


def test_a_failure_is_raised_and_the_process_goes_on() -> None:
    async def scene(worker: BackgroundWorker) -> None:
        pid, _ = await worker.run(os.getpid)
        with pytest.raises(LookupError, match="no such event"):
            await worker.run(fail)
        assert (await worker.run(os.getpid))[0] == pid

    with_worker(scene)


def test_another_process_takes_the_place_of_one_that_died() -> None:
    async def scene(worker: BackgroundWorker) -> None:
        pid, _ = await worker.run(os.getpid)
        with pytest.raises(WorkerEnded, match="exit status -9"):
            await worker.run(die)
        assert (await worker.run(os.getpid))[0] != pid

    with_worker(scene)


def test_work_that_takes_too_long_is_ended(tmp_path: Path) -> None:
    async def scene(worker: BackgroundWorker) -> None:
        pid, _ = await worker.run(os.getpid)
        began = time.monotonic()
        with pytest.raises(TimeoutError):
            await worker.run(partial(write_and_sleep, tmp_path / "begun", 600), 0.5)
        assert time.monotonic() - began < 5
        assert (await worker.run(os.getpid))[0] != pid

    with_worker(scene)


def test_work_that_waits_too_long_ends_no_other(tmp_path: Path) -> None:
    begun = tmp_path / "begun"

    async def scene(worker: BackgroundWorker) -> None:
        pid, _ = await worker.run(os.getpid)
        first = asyncio.ensure_future(worker.run(partial(write_and_sleep, begun, 1.5)))
        await until_there(begun)
        with pytest.raises(TimeoutError):
            await worker.run(os.getpid, 0.1)
        assert (await first)[0] == pid

    with_worker(scene)


def test_work_that_nobody_awaits_any_more_is_ended(tmp_path: Path) -> None:
    begun = tmp_path / "begun"

    async def scene(worker: BackgroundWorker) -> None:
        task = asyncio.ensure_future(worker.run(partial(write_and_sleep, begun, 600)))
        await until_there(begun)
        task.cancel()
        assert await asyncio.wait_for(worker.run(os.getpid), 60)

    with_worker(scene)


def test_requests_that_wait_when_the_site_ends_are_cancelled_and_no_process_begins(
    tmp_path: Path,
) -> None:
    begun = tmp_path / "begun"

    async def scene(worker: BackgroundWorker) -> None:
        running = asyncio.ensure_future(worker.run(partial(write_and_sleep, begun, 600)))
        waiting = asyncio.ensure_future(worker.run(partial(write_and_sleep, tmp_path / "late", 0)))
        await until_there(begun)
        worker.close()
        await asyncio.wait([running, waiting], timeout=60)
        assert running.cancelled()
        assert waiting.cancelled()
        assert not (tmp_path / "late").exists()

    with_worker(scene)
