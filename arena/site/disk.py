"""Reads from a disk that may hang, without delaying other pages.

Theory of operation. Each read runs in a thread of its own, under a name that says what is read. If
it is not finished in time, the page says so; the thread goes on waiting, since nothing can end it,
and until it returns nothing else is read under that name. So a hanging disk costs one thread for
each such name, and not the threads that all pages share.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable, Mapping
from contextlib import suppress
from threading import Thread
from typing import TypeVar

from arena.site import texts
from arena.site.errors import Refusal
from arena.site.supervision import begin_call

_LONGEST = 5.0
Name = TypeVar("Name", bound=Hashable)
Result = TypeVar("Result")


class Disk:
    """Reader of files that remembers which reads hang."""

    def __init__(self, longest: float = _LONGEST) -> None:
        self._longest = longest
        self._hanging: dict[Hashable, Thread] = {}

    async def read(self, name: Hashable, load: Callable[[], Result]) -> Result:
        """Return the result of ``load``.

        Raise Refusal if it takes too long, or an earlier read of that name still hangs.
        """
        hanging = self._hanging.get(name)
        if hanging is not None and hanging.is_alive():
            raise Refusal(503, texts.DISK_HANGS)
        self._hanging.pop(name, None)
        thread, future = begin_call(load, f"disk: {name}")
        try:
            return await asyncio.wait_for(future, self._longest)
        except TimeoutError:
            self._hanging[name] = thread
            raise Refusal(503, texts.DISK_HANGS) from None

    async def read_all(self, loads: Mapping[Name, Callable[[], Result]]) -> list[Result]:
        """Return the results of all functions, except of those that hang."""

        async def results_of(name: Name, load: Callable[[], Result]) -> list[Result]:
            with suppress(Refusal):
                return [await self.read(name, load)]
            return []

        results = await asyncio.gather(*(results_of(*pair) for pair in loads.items()))
        return [result for results_of_one in results for result in results_of_one]
