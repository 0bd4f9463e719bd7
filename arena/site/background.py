"""Long work in a background worker, which gives way to everything else.

A thread would not do: while it works, a page that is served would wait 5 ms for each of its turns.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from time import monotonic, process_time
from typing import Any, Generic, TypeVar

from arena.site.supervision import begin_call, begin_task
from referee.worker import Worker, WorkerEnded
from tournaments.ledger import NAME

_NICE = 19
_TIMEOUT = 300.0
"""Seconds after which work is given up by default."""
_LEDGER_TIMEOUT = 7200.0
"""Seconds after which work on a ledger is given up: it gives way to all else, and of 100,000 games
a report takes minutes of a core."""
_LEAST_INTERVAL = 1.0
"""Least number of seconds between two computations."""
_SHARE = 25
"""Computations from one ledger take at most one part in so many of the time."""

Result = TypeVar("Result")


class BackgroundWorker:
    """A worker that does one piece of work at a time.

    It starts when there is work, and again if it died.
    """

    def __init__(self) -> None:
        self._worker: Worker[Callable[[], Any], object, tuple[Any, float]] | None = None
        self._lock = asyncio.Lock()
        self._is_closed = False

    def close(self) -> None:
        """Kill the process, since the site ends and its results are not needed."""
        self._is_closed = True
        self._kill()

    def _kill(self) -> None:
        if self._worker is not None:
            self._worker.kill()
        self._worker = None

    async def run(
        self, work: Callable[[], Result], timeout: float = _TIMEOUT
    ) -> tuple[Result, float]:
        """Run the work in the process; return its result and the CPU seconds that it took.

        Work must be picklable. If the result is not there after ``timeout`` seconds, other work
        that comes first included, the work is ended and TimeoutError is raised. Work that nobody
        awaits any more is ended too. Raise WorkerEnded if the process died.
        """
        async with asyncio.timeout(timeout), self._lock:
            if self._is_closed:
                raise asyncio.CancelledError
            if self._worker is None:
                self._worker = Worker(_with_cpu_seconds, _lowest_priority)
            _, answer = begin_call(partial(self._worker.ask, work), "background work")
            try:
                return await answer
            except (WorkerEnded, asyncio.CancelledError):
                self._kill()
                if self._is_closed:
                    raise asyncio.CancelledError from None
                raise


@contextmanager
def _lowest_priority() -> Iterator[None]:
    """Let games and pages go before this process."""
    os.nice(_NICE)
    yield


def _with_cpu_seconds(work: Callable[[], Result], *_: object) -> tuple[Result, float]:
    began = process_time()
    return work(), process_time() - began


def pack(value: object) -> bytes:
    """Return the value as bytes for ``unpack``, which take less memory until they are needed."""
    return zlib.compress(pickle.dumps(value), 1)


def unpack(data: bytes) -> Any:
    """Return the value that a background worker of the site has packed."""
    return pickle.loads(zlib.decompress(data))  # safe: the bytes come from the site's own worker


class Cached(Generic[Result]):
    """A result from a ledger, computed again when the ledger has grown, but not too often."""

    def __init__(
        self, folder: Path, work: Callable[[], Result], background: BackgroundWorker
    ) -> None:
        self._folder = folder
        self._work = work
        self._background = background
        self._ledger_state: object = None
        self._earliest = 0.0
        self._task: asyncio.Task[None] | None = None
        self.newest: Result | None = None
        """Newest result; None before the first."""
        self.failed = False
        """True if the last try failed by a fault of the site."""

    def renew(self) -> asyncio.Task[None] | None:
        """Start to compute the result again if it is time; the task ends if nothing has changed."""
        if self._task is None and self._is_time:
            self._task = begin_task(self._renew(), "a computation from a ledger", self._fail)
        return self._task

    async def newest_within(self, timeout: float, first_timeout: float = 0) -> Result | None:
        """Return the new result if it is there within so many seconds; else the last one.

        While there is no result at all, wait at least ``first_timeout`` seconds.
        """
        task = self.renew()
        if task:
            has_result = self.newest is not None
            await asyncio.wait(
                [task], timeout=timeout if has_result else max(timeout, first_timeout)
            )
        return self.newest

    @property
    def _is_time(self) -> bool:
        return monotonic() >= self._earliest

    def _fail(self, _error: Exception) -> None:
        """Note our own fault; visitors keep seeing the last result."""
        self.failed = True

    async def _renew(self) -> None:
        """Compute the result if the ledger has grown, which a thread finds out: a disk may hang."""
        try:
            _, future_state = begin_call(
                partial(_ledger_state, self._folder), "disk: a ledger's change"
            )
            ledger_state = await future_state
            if ledger_state != self._ledger_state:
                await self._compute(ledger_state)
        finally:
            self._task = None

    async def _compute(self, ledger_state: object) -> None:
        cpu_seconds = 0.0
        try:
            self.newest, cpu_seconds = await self._background.run(self._work, _LEDGER_TIMEOUT)
            self._ledger_state, self.failed = ledger_state, False
        finally:
            self._earliest = monotonic() + max(_LEAST_INTERVAL, (_SHARE - 1) * cpu_seconds)


class CachedByPath(dict[Path, Cached[Result]]):
    """Cached results by paths of events; a missing one is added at the first look-up."""

    def __init__(
        self,
        work: Callable[[Path], Result],
        background: BackgroundWorker,
        folder_of: Callable[[Path], Path] = Path,
    ) -> None:
        """``folder_of`` returns the folder of the ledger; by default the path is that folder."""
        super().__init__()
        self._work = work
        self._background = background
        self._folder_of = folder_of

    def __missing__(self, path: Path) -> Cached[Result]:
        work = partial(self._work, path)
        cached = self[path] = Cached(self._folder_of(path), work, self._background)
        return cached


def _ledger_state(folder: Path) -> object:
    """Return a value that changes whenever the ledger grows."""
    return [_change_of_file(folder / f"{NAME}{ending}") for ending in ("", "-wal")]


def _change_of_file(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size
