"""Long work in a background process, which gives way to everything else.

A thread would not do: while it works, a page that is served would wait 5 ms for each of its turns.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children, get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from time import monotonic, process_time
from typing import Generic, TypeVar

from arena.site.supervision import begin_task
from referee.worker import end_with_parent
from tournaments.ledger import NAME

_NICE = 19
_LONGEST = 300.0
"""Seconds after which work is given up by default."""
_LONGEST_OF_PAGES = 7200.0
"""Seconds after which work on a ledger is given up: it gives way to all else, and of 100,000 games
a report takes minutes of a core."""
_PAUSE = 1.0
"""Least number of seconds between two computations."""
_SHARE = 25
"""A computation takes at most the time divided by this number."""

Result = TypeVar("Result")


class BackgroundProcess:
    """A process that starts when there is work, and again if it died."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._processes: set[BaseProcess] = set()
        self._is_closed = False

    def close(self) -> None:
        """Kill the process, since the site ends and its results are not needed."""
        self._is_closed = True
        self._kill()

    def _kill(self) -> None:
        for process in self._processes:
            process.kill()
        self._processes.clear()
        if self._pool is not None:
            # Do not wait: where a disk hangs, not even a signal ends the process.
            self._pool.shutdown(wait=self._is_closed, cancel_futures=True)
        self._pool = None

    async def do(
        self, work: Callable[[], Result], longest: float = _LONGEST
    ) -> tuple[Result, float]:
        """Do the work in the process; return its result and the CPU seconds that it took.

        Work must be picklable. If it takes longer than ``longest``, the process is killed and
        TimeoutError is raised.
        """
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, get_context("spawn"), _give_way)
        pool = self._pool
        before = set(active_children())
        done = asyncio.get_running_loop().run_in_executor(pool, _timed, work)
        self._processes |= (
            set(active_children()) - before
        )  # the pool starts its process when it gets work
        try:
            return await asyncio.wait_for(done, longest)
        except TimeoutError:
            if self._pool is pool:
                self._kill()
            raise
        except BrokenProcessPool:
            if self._is_closed:
                raise asyncio.CancelledError from None
            if self._pool is pool:
                self._pool = None
            raise


def _timed(work: Callable[[], Result]) -> tuple[Result, float]:
    began = process_time()
    return work(), process_time() - began


def _give_way() -> None:
    """Lower the priority, end with the site, and leave interrupts to it."""
    end_with_parent()
    os.nice(_NICE)
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Cached(Generic[Result]):
    """A result computed from a ledger: again when the ledger has grown, but not too often."""

    def __init__(
        self, folder: Path, work: Callable[[], Result], background: BackgroundProcess
    ) -> None:
        self._folder = folder
        self._work = work
        self._background = background
        self._mark: object = None
        self._earliest = 0.0
        self._task: asyncio.Task[None] | None = None
        self.known: Result | None = None
        """Newest result."""
        self.failed = False
        """Flag: the last try failed by our own fault."""

    def renew(self) -> asyncio.Task[None] | None:
        """Start to compute the result again, if the ledger has grown and it is time."""
        if self._task is None and self._mark != _mark(self._folder) and self._is_time:
            self._task = begin_task(self._renew(), "a computation from a ledger", self._fail)
        return self._task

    async def soon(self, seconds: float) -> Result | None:
        """Return the new result if it is there within so many seconds; else the last one."""
        task = self.renew()
        if task:
            await asyncio.wait([task], timeout=seconds)
        return self.known

    @property
    def _is_time(self) -> bool:
        return monotonic() >= self._earliest

    def _fail(self, _error: Exception) -> None:
        """Note our own fault; visitors keep seeing the last result."""
        self.failed = True

    async def _renew(self) -> None:
        mark, took = _mark(self._folder), 0.0
        try:
            self.known, took = await self._background.do(self._work, _LONGEST_OF_PAGES)
            self._mark, self.failed = mark, False
        finally:
            self._earliest = monotonic() + max(_PAUSE, (_SHARE - 1) * took)
            self._task = None


def _mark(folder: Path) -> object:
    """Return a value that changes whenever the ledger grows."""
    return [_change_of_file(folder / f"{NAME}{ending}") for ending in ("", "-wal")]


def _change_of_file(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size
