"""Processes that check files: a large file takes long, and the site has other work.

A client uses one process at a time, so that the other is free for somebody else, and the client
that has used least of them is next. A check that takes very long is ended.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

from markupsafe import Markup

from arena.site.traffic.fair_queue import FairQueue
from arena.site.validate.file_result import result_part
from arena.site.watch.background import BackgroundProcess
from formats.text import Language

_PROCESSES = 2
_LONGEST = 10.0
"""Seconds for one file, or two."""
_TO_BEGIN = 50.0
"""Additional seconds for a process that has to start on a busy machine."""
_MOST_WAITING = 200
_MOST_WAITING_EACH = 40
"""Largest number of waiting checks of one client: a class may share one address."""


def _ready() -> None:
    """Do nothing: the call starts the process, with all its imports."""


@dataclass
class Validators:
    """Two background processes, and the queue for them."""

    longest: float = _LONGEST
    _idle: list[BackgroundProcess] = field(
        default_factory=lambda: [BackgroundProcess() for _ in range(_PROCESSES)]
    )
    _queue: FairQueue = field(
        default_factory=lambda: FairQueue(
            _PROCESSES,
            places_each=1,
            most_waiting=_MOST_WAITING,
            most_waiting_each=_MOST_WAITING_EACH,
        )
    )

    def __post_init__(self) -> None:
        self._all = tuple(self._idle)

    def close(self) -> None:
        for process in self._all:
            process.close()

    async def result(self, client: str, files: Sequence[bytes], speech: Language) -> Markup:
        """Return the part of the page with the result. Raise TimeoutError or QueueFull."""
        async with self._queue.turn(client):
            process = self._idle.pop()
            try:
                await process.do(_ready, _TO_BEGIN)
                part, _ = await process.do(partial(result_part, files, speech), self.longest)
                return part
            finally:
                self._idle.append(process)
