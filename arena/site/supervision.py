"""Tasks and threads of the site whose exceptions are always logged; and messages to the host.

Python reports the exception of a task that nobody awaits when the task is collected, if ever, and
code that waits for its result waits for ever. So each task and thread is started here: its
exception is logged and passed to a function of the caller, which can tell the page and go on.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any

from formats.text import Text, listed

_LOG = logging.getLogger(__name__)


def _ignore(_error: Exception) -> None:
    """Do nothing: the log is enough."""


def begin_task(
    work: Coroutine[Any, Any, None], what: str, failed: Callable[[Exception], None] = _ignore
) -> asyncio.Task[None]:
    """Start a task that logs its exception and calls ``failed`` with it; keep the task."""
    return asyncio.get_running_loop().create_task(_supervised(work, what, failed))


def begin_thread(work: Callable[[], None], what: str) -> Thread:
    """Start a thread that logs its exception and does not keep the site from ending."""

    def supervised() -> None:
        with logged(what):
            work()

    thread = Thread(target=supervised, daemon=True, name=what)
    thread.start()
    return thread


@contextmanager
def logged(what: str, failed: Callable[[Exception], None] = _ignore) -> Iterator[None]:
    """Log an exception of the block and call ``failed`` with it; the caller goes on."""
    try:
        yield
    except Exception as error:
        _LOG.exception("%s: failed", what)
        failed(error)


async def _supervised(
    work: Coroutine[Any, Any, None], what: str, failed: Callable[[Exception], None]
) -> None:
    with logged(what, failed):
        await work


def tell_host(*sentences: Text) -> None:
    """Log sentences for the person who runs the site, since no visitor could act on them."""
    # Each caller has a share of the log of its own.
    _LOG.warning(listed(sentences, Text(": ", ": ")), stacklevel=2)
