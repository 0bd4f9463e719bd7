"""A site that is served, an event that is run, and those who watch: for measurements of them."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

_COMMAND = (sys.executable, "-m", "arena")


class Site(NamedTuple):
    port: int
    process: int

    @property
    def taken(self) -> float:
        """Seconds of processor time of its process, without its helper, which gives way."""
        fields = Path(f"/proc/{self.process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def watcher(self, event: str) -> socket.socket:
        """A connection on which is told what happens in that event."""
        client = socket.create_connection(("127.0.0.1", self.port))
        client.sendall(f"GET /events/{event}/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        return client


@contextmanager
def running(*words: str) -> Iterator[int]:
    """The command, as long as it is needed; and its process."""
    process = subprocess.Popen([*_COMMAND, *words])
    try:
        yield process.pid
    finally:
        process.terminate()
        process.wait()


@contextmanager
def served(place: Path) -> Iterator[Site]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    with running("serve", "--events", str(place), "--port", str(port)) as process:
        while True:
            with socket.socket() as trial:
                if trial.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield Site(port, process)


@contextmanager
def played(event: Path, run: Path) -> Iterator[None]:
    """The event is run, and its first games are in play."""
    with running("run", str(event), "--to", str(run), "--quiet"):
        while not (run / "ledger.sqlite").exists() or not list((run / ".live").glob("*.json")):
            time.sleep(0.05)
        time.sleep(1)
        yield
