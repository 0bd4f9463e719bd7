"""A served site, a running event and watchers, for measurements."""

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
    def processor_seconds(self) -> float:
        """Processor seconds of the site's process, without its low-priority helper."""
        fields = Path(f"/proc/{self.process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def watcher(self, event: str) -> socket.socket:
        """Open a connection that receives the stream of the event."""
        client = socket.create_connection(("127.0.0.1", self.port))
        client.sendall(f"GET /events/{event}/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        return client


@contextmanager
def run_arena(*words: str) -> Iterator[int]:
    """Run `arena` with these arguments until the context ends; yield the process id."""
    process = subprocess.Popen([*_COMMAND, *words])
    try:
        yield process.pid
    finally:
        process.terminate()
        process.wait()


@contextmanager
def serve_events(place: Path) -> Iterator[Site]:
    """Serve the events folder on a free port until the context ends."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    with run_arena("serve", "--events", str(place), "--port", str(port)) as process:
        while True:
            with socket.socket() as trial:
                if trial.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield Site(port, process)


@contextmanager
def run_event(event: Path, run: Path) -> Iterator[None]:
    """Run the event until the context ends; yield when its first games are being played."""
    with run_arena("run", str(event), "--to", str(run), "--quiet"):
        while not (run / "ledger.sqlite").exists() or not list((run / ".live").glob("*.json")):
            time.sleep(0.05)
        time.sleep(1)
        yield
