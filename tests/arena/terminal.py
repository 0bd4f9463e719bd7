"""A pseudo-terminal for a command of ``arena``, in which a test types and reads."""

from __future__ import annotations

import codecs
import os
import pty
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import wait

CTRL_C = "\x03"
PATIENCE = 60.0
"""Seconds for output to appear."""


class Terminal:
    """A terminal in which the command runs."""

    def __init__(self, process: int, handle: int) -> None:
        self._process = process
        self._handle = handle
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._status: int | None = None

    def type(self, text: str) -> None:
        """Type text as a person does."""
        os.write(self._handle, text.encode())

    def read_until(self, *texts: str) -> str:
        """Read until each of the texts has appeared; return the output."""
        shown = ""
        for more in self._appearing():
            shown += more
            if all(text in shown for text in texts):
                return shown
        raise AssertionError(f"it ended without {texts}: {shown!r}")

    def read_to_end(self) -> str:
        """Read until the command has ended; return the output."""
        return "".join(self._appearing())

    def _appearing(self) -> Iterator[str]:
        deadline = time.monotonic() + PATIENCE
        while wait([self._handle], max(0.0, deadline - time.monotonic())):
            try:
                yield self._decoder.decode(os.read(self._handle, 65536))
            except OSError:  # Linux says so where the other side has closed it
                return
        raise AssertionError("nothing more appears")

    def end(self) -> int:
        """Wait for the command to end; return its exit status."""
        if self._status is None:
            self._status = os.waitstatus_to_exitcode(os.waitpid(self._process, 0)[1])
        return self._status

    def close(self) -> None:
        """Kill the command and close the terminal."""
        os.close(self._handle)
        if self._status is None:
            os.kill(self._process, signal.SIGKILL)
            self.end()


@contextmanager
def in_terminal(*words: str, **environment: str) -> Iterator[Terminal]:
    """Run ``arena`` with these words, in a terminal of 100 by 40."""
    size = {"TERM": "xterm", "LANG": "C.UTF-8", "COLUMNS": "100", "LINES": "40"}
    process, handle = pty.fork()
    if process == 0:
        os.environ.update(size | environment)
        os.environ.pop("NO_COLOR", None)
        os.execv(sys.executable, [sys.executable, "-m", "arena", *words])
    terminal = Terminal(process, handle)
    try:
        yield terminal
    finally:
        terminal.close()
