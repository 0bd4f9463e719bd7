"""Where long work is done: in a process beside the site's, which gives way to everything else.

A thread would not do: while it works, a page that is served would wait 5 ms for each turn.
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
from referee.pool import end_with_parent
from tournaments.ledger import NAME

_NICE = 19
_LONGEST = 300.0
"""Seconds after which work is given up, if nothing else is said."""
_LONGEST_OF_PAGES = 7200.0
"""What is shown of a ledger may take long: it gives way to all else, and of 100,000 games a report
takes minutes of a core."""
_PAUSE = 1.0
"""Seconds at least from one working out to the next."""
_SHARE = 25
"""However long it takes, it is done at most so small a part of the time."""

Thing = TypeVar("Thing")


class BackgroundProcess:
    """The process; it is made when there is something to do, and again if it died."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._processes: set[BaseProcess] = set()
        self._is_closed = False

    def close(self) -> None:
        """The site ends: nobody needs what is being worked out."""
        self._is_closed = True
        self._kill()

    def _kill(self) -> None:
        for process in self._processes:
            process.kill()
        self._processes.clear()
        if self._pool is not None:
            # Not waiting for it: where a disk hangs, not even a signal ends it.
            self._pool.shutdown(wait=self._is_closed, cancel_futures=True)
        self._pool = None

    async def do(self, work: Callable[[], Thing], longest: float = _LONGEST) -> tuple[Thing, float]:
        """Does the work, which can be sent to a process; and the seconds of a core that it took.

        What takes longer than ``longest`` is ended with the process, and TimeoutError is raised.
        """
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, get_context("spawn"), _give_way)
        pool = self._pool
        before = set(active_children())
        done = asyncio.get_running_loop().run_in_executor(pool, _timed, work)
        self._processes |= set(active_children()) - before  # it is begun when it is wanted
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


def _timed(work: Callable[[], Thing]) -> tuple[Thing, float]:
    began = process_time()
    return work(), process_time() - began


def _give_way() -> None:
    """Lets games go first, and ends when the site does, which alone is interrupted."""
    end_with_parent()
    os.nice(_NICE)
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Cached(Generic[Thing]):
    """Something made from a ledger: made again when it has grown, but not too often."""

    def __init__(
        self, folder: Path, work: Callable[[], Thing], background: BackgroundProcess
    ) -> None:
        self._folder = folder
        self._work = work
        self._background = background
        self._mark: object = None
        self._earliest = 0.0
        self._task: asyncio.Task[None] | None = None
        self.known: Thing | None = None
        """The newest result."""
        self.failed = False
        """Whether the last try came to nothing, by a fault of ours."""

    def renew(self) -> asyncio.Task[None] | None:
        """Begins to work it out again, if the ledger has grown and it is time."""
        if self._task is None and self._mark != _mark(self._folder) and self._is_time:
            self._task = begin_task(self._renew(), "what is worked out of a ledger", self._fail)
        return self._task

    async def soon(self, seconds: float) -> Thing | None:
        """As of now, if that is known so soon; else as it was."""
        task = self.renew()
        if task:
            await asyncio.wait([task], timeout=seconds)
        return self.known

    @property
    def _is_time(self) -> bool:
        return monotonic() >= self._earliest

    def _fail(self, _error: Exception) -> None:
        """Note a fault of ours; visitors keep seeing the last result."""
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
    """A mark that changes whenever the ledger grows."""
    return [_facts(folder / f"{NAME}{ending}") for ending in ("", "-wal")]


def _facts(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
