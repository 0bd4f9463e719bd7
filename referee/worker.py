"""A process that works for its parent: it plays games, checks bots, reads hostile files.

Theory of operation. A worker is started by ``spawn``, so that nothing of the parent's memory,
threads or descriptors comes along, except one end of a pipe. First the worker enters the context
manager of ``prepare``, which sets up what is kept between requests, such as a core, a priority or
sandboxes. Then the parent sends requests, one at a time. For each, the worker calls ``work``, and
sends any number of updates, and after them one answer or one failure. A failure is the exception
that the work raised, with its traceback as a note; the worker goes on after it. Requests, updates
and answers are any objects that can be pickled. A worker cannot be told to drop a request: end it,
and start another one. Whether to do that when a worker died is up to its owner, who knows what was
lost: a game is played again, a page is told, a ladder rests for a while.

Each side notices the death of the other:

- When a worker dies, its pipe ends, and ``receive`` raises WorkerEnded with the exit status. A
  request whose worker has died just now is lost without an error, for ``receive`` to report.
- When the parent is killed, Linux kills the worker too, at once: a game that nobody waits for must
  not take time from others. *Linux does that when the thread ends that started the worker*, so
  start it in one that lives as long. Other systems lack this: there the worker ends when it next
  reads or writes the pipe.
- When the parent exits without ending its workers, it ends them first.

Signals. Ctrl+C reaches all processes of a terminal; what it means is left to the parent. SIGTERM
raises SystemExit in the worker, so that sandboxes are closed and folders removed; a second one
does not interrupt that. Both have handlers, since bots would inherit "ignore". A worker that does
not end in time is killed.
"""

from __future__ import annotations

import ctypes
import os
import pickle
import signal
import sys
import traceback
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from multiprocessing.util import Finalize
from typing import Any, Generic, NoReturn, TypeAlias, TypeVar

_LONGEST_WAIT = 5.0
"""Seconds that a worker has to end before it is killed."""
_PR_SET_PDEATHSIG = 1
_SPAWN = get_context("spawn")

Request = TypeVar("Request")
News = TypeVar("News")
Result = TypeVar("Result")

Tell: TypeAlias = Callable[[News], None]
"""Function that sends an update to the parent."""
Work: TypeAlias = Callable[[Request, Tell[News], Any], Result]
Prepare: TypeAlias = Callable[[], AbstractContextManager[Any]]
"""Function that returns the context manager for the worker; the work receives what it yields."""


@dataclass(frozen=True)
class Update(Generic[News]):
    """A message that the work sends before it is done."""

    value: News


@dataclass(frozen=True)
class Answer(Generic[Result]):
    """Result of the work that was requested."""

    value: Result


class WorkerEnded(Exception):  # noqa: N818  # The name says what happened.
    """The process has ended before it answered; ``status`` is its exit status, as Python tells."""

    def __init__(self, status: int | None) -> None:
        super().__init__(f"the process has ended (exit status {status})")
        self.status = status


class Worker(Generic[Request, News, Result]):
    """A worker as its parent sees it. Making one starts the process, or raises OSError."""

    def __init__(self, work: Work[Request, News, Result], prepare: Prepare = nullcontext) -> None:
        self.link: Connection
        """Parent's end of the pipe: it can be read when there is a message, or an end."""
        self.link, workers_end = _SPAWN.Pipe()
        with workers_end:
            # Not daemonic, since a daemonic process could have no workers of its own.
            self._process = _SPAWN.Process(target=_run, args=(workers_end, work, prepare))
            self._process.start()
        Finalize(self, self._process.terminate, exitpriority=0)

    def send(self, request: Request) -> None:
        """Send a request; return at once, unless it is larger than the pipe."""
        with suppress(OSError):  # The process has just ended, which ``receive`` reports.
            self.link.send(request)

    def receive(self, seconds: float | None = None) -> Update[News] | Answer[Result] | None:
        """Return the next message; None if there is none within so many seconds.

        Raise the exception that the work raised, or WorkerEnded.
        """
        try:
            if seconds is not None and not self.link.poll(seconds):
                return None
            message: Update[News] | Answer[Result] | Exception = self.link.recv()
        except (EOFError, OSError):
            self._wait()
            raise WorkerEnded(self._process.exitcode) from None
        if isinstance(message, Exception):
            raise message
        return message

    def ask(self, request: Request) -> Result:
        """Send a request, and return its answer without its updates. Raise as ``receive`` does."""
        self.send(request)
        return self.receive_answer()

    def receive_answer(self) -> Result:
        """Return the next answer without the updates before it. Raise as ``receive`` does."""
        while not isinstance(message := self.receive(), Answer):
            pass
        return message.value

    def kill(self) -> None:
        """Kill the process, and do not wait: where a disk hangs, not even that ends it."""
        self._process.kill()

    def close(self) -> None:
        """End the process: it has some seconds to close what it has opened, then it is killed."""
        self._process.terminate()
        self._wait()

    def _wait(self) -> None:
        self._process.join(_LONGEST_WAIT)
        self.kill()
        self.link.close()


def _run(link: Connection, work: Work[Request, News, Result], prepare: Prepare) -> None:
    """Run the process: answer requests until it is told to end, or its parent is gone."""
    _end_with_parent()
    signal.signal(signal.SIGINT, lambda *_: None)
    signal.signal(signal.SIGTERM, _end)
    with link, prepare() as kept:
        while True:
            try:
                request = link.recv_bytes()
                link.send_bytes(_message(work, request, lambda news: link.send(Update(news)), kept))
            except (EOFError, OSError):
                return


def _message(
    work: Work[Request, News, Result], request: bytes, tell: Tell[News], kept: object
) -> bytes:
    """Do the work of a pickled request; return the pickled answer or failure."""
    try:
        return pickle.dumps(Answer(work(pickle.loads(request), tell, kept)))
    except Exception as error:
        note = traceback.format_exc()
        error.add_note(note)
        try:
            failure = pickle.dumps(error)
            pickle.loads(failure)
        except Exception:  # a library's exception may be one that cannot be sent
            failure = pickle.dumps(RuntimeError(note))
        return failure


def _end_with_parent() -> None:
    """Make the kernel end this process when its parent is killed, where it is Linux."""
    if sys.platform != "linux":
        return
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    parent = parent_process()
    if parent is None or os.getppid() != parent.pid:  # The parent was killed before the call.
        sys.exit()


def _end(*_: object) -> NoReturn:
    """Exit in the way that closes what is open; a second signal does not interrupt it."""
    signal.signal(signal.SIGTERM, lambda *_: None)
    raise SystemExit
