"""What is read from a disk that may hang: it keeps the page waiting that wants it, and no other.

Theory of operation. Whatever is read is read in a thread of its own, under the name of what it is
read for. If it is not there in time, the page says so; the thread goes on waiting, since nothing
can end it, and until it comes back nothing else is read under that name. So a disk that hangs costs
a thread for each such name, and not the threads that all pages share.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable, Mapping
from contextlib import suppress
from functools import partial
from threading import Thread
from typing import TypeVar, cast

from arena.site import texts
from arena.site.errors import Refusal
from arena.site.supervision import begin_thread

_LONGEST = 5.0
Name = TypeVar("Name", bound=Hashable)
Thing = TypeVar("Thing")


class Disk:
    """Reads, and knows what it waits for in vain."""

    def __init__(self, longest: float = _LONGEST) -> None:
        self._longest = longest
        self._hanging: dict[Hashable, Thread] = {}

    async def read(self, name: Hashable, look: Callable[[], Thing]) -> Thing:
        """What the look comes to. Raises Refusal if it takes too long, or did before."""
        before = self._hanging.get(name)
        if before is not None and before.is_alive():
            raise Refusal(503, texts.DISK_HANGS)
        self._hanging.pop(name, None)
        come: asyncio.Future[Thing] = asyncio.get_running_loop().create_future()
        thread = begin_thread(partial(_look, look, come), f"disk: {name}")
        try:
            return await asyncio.wait_for(come, self._longest)
        except TimeoutError:
            self._hanging[name] = thread
            raise Refusal(503, texts.DISK_HANGS) from None

    async def read_all(self, looks: Mapping[Name, Callable[[], Thing]]) -> list[Thing]:
        """What they all come to, but for those that hang."""

        async def one(name: Name, look: Callable[[], Thing]) -> list[Thing]:
            with suppress(Refusal):
                return [await self.read(name, look)]
            return []

        found = await asyncio.gather(*(one(*pair) for pair in looks.items()))
        return [thing for part in found for thing in part]


def _look(look: Callable[[], Thing], come: asyncio.Future[Thing]) -> None:
    result: Thing | None = None
    wrong: Exception | None = None
    try:
        result = look()
    except Exception as error:  # whatever it is, it is for whoever waits
        wrong = error

    def tell() -> None:
        if come.done():  # nobody waits any more
            return
        if wrong is not None:
            come.set_exception(wrong)
        else:
            come.set_result(cast("Thing", result))

    with suppress(RuntimeError):  # the site has ended
        come.get_loop().call_soon_threadsafe(tell)
