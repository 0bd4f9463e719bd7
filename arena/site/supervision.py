"""Tasks and threads of the site whose exceptions are always logged; and the log itself.

Python reports the exception of a task that nobody awaits when the task is collected, if ever, and
code that waits for its result waits for ever. So each task and thread is started here: its
exception is logged and passed to a function of the caller, which can tell the page and go on.

The log is bounded: a few lines of each kind a minute, and the number of the others. A client that
provokes one message provokes a thousand, and fills the disk with them. A kind is the place in the
program that logs: there are only so many of those.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Thread
from time import monotonic
from typing import Any, TypeVar

from arena.site import texts
from formats.printable import visible
from formats.text import Language, Text, join_list
from referee.numbers import number

_LOG = logging.getLogger(__name__)
Result = TypeVar("Result")


def _ignore(_error: Exception) -> None:
    """Do nothing: the log is enough."""


def begin_task(
    work: Coroutine[Any, Any, None], name: str, failed: Callable[[Exception], None] = _ignore
) -> asyncio.Task[None]:
    """Start a task that logs its exception and calls ``failed`` with it; keep the task."""
    return asyncio.get_running_loop().create_task(_supervised(work, name, failed))


def begin_thread(work: Callable[[], None], name: str) -> Thread:
    """Start a thread that logs its exception and does not keep the site from ending."""

    def supervised() -> None:
        with log_exceptions(name):
            work()

    thread = Thread(target=supervised, daemon=True, name=name)
    thread.start()
    return thread


def begin_call(call: Callable[[], Result], name: str) -> tuple[Thread, asyncio.Future[Result]]:
    """Start a thread that makes the call; return it, and the future of the result or exception."""
    future: Future[Result] = Future()
    future.set_running_or_notify_cancel()  # from now on the thread sets it, whoever awaits it

    def make_call() -> None:
        try:
            future.set_result(call())
        except Exception as error:  # every exception goes to the page that waits
            future.set_exception(error)

    return begin_thread(make_call, name), asyncio.wrap_future(future)


@contextmanager
def log_exceptions(name: str, failed: Callable[[Exception], None] = _ignore) -> Iterator[None]:
    """Log an exception of the block and call ``failed`` with it; the caller goes on."""
    try:
        yield
    except Exception as error:
        _LOG.exception("%s: failed", name)
        failed(error)


async def _supervised(
    work: Coroutine[Any, Any, None], name: str, failed: Callable[[Exception], None]
) -> None:
    with log_exceptions(name, failed):
        await work


def tell_host(*sentences: Text) -> None:
    """Log sentences for the person who runs the site, since no visitor could act on them."""
    # Each caller has a share of the log of its own.
    _LOG.warning(join_list(sentences, Text(": ", ": ")), stacklevel=2)


_MOST = 3
"""Largest number of lines of a kind in a minute."""
_MINUTE = 60.0
_LONGEST = 4000
"""Largest number of characters of a line with its traceback."""


@dataclass
class _Kind:
    """Number of messages from one place in the program since the minute began."""

    since: float
    count: int = 0

    @property
    def unwritten(self) -> int:
        """Number of messages that were not written."""
        return max(0, self.count - _MOST)


class BoundedLog(logging.StreamHandler):  # type: ignore[type-arg]  # generic for mypy alone
    """Handler that writes the site's messages to standard error."""

    def __init__(self, language: Language) -> None:
        super().__init__()
        self._language = language
        self._kinds: dict[tuple[str, int], _Kind] = {}

    def install(self) -> None:
        """Make this the handler of the root logger."""
        logging.getLogger().addHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        """Write the record, unless its kind has been logged too often."""
        key, now = (record.pathname, record.lineno), monotonic()
        for old in [key for key, kind in self._kinds.items() if now >= kind.since + _MINUTE]:
            self._write_unwritten(self._kinds.pop(old))
        kind = self._kinds.setdefault(key, _Kind(now))
        kind.count += 1
        if kind.count <= _MOST:
            super().emit(record)

    def format(self, record: logging.LogRecord) -> str:
        """Return the line in the log's language, cut where it is too long to be read.

        A visitor's text in it must not control the terminal, so control characters are spelled out.
        """
        message: object = record.msg  # a Text, or whatever a library logs
        text = message.say(self._language) if isinstance(message, Text) else super().format(record)
        return visible(text, _LONGEST)

    def close(self) -> None:
        """Write the numbers of messages that were left out."""
        for kind in self._kinds.values():
            self._write_unwritten(kind)
        self._kinds.clear()
        super().close()

    def _write_unwritten(self, kind: _Kind) -> None:
        if kind.unwritten:
            more = {"count": number(kind.unwritten)}
            self.stream.write(texts.MORE_LIKE_THIS.say(self._language, more) + self.terminator)
            self.flush()
