"""The site in a process of its own, for tests."""

from __future__ import annotations

import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.tournaments.events import running

_PATIENCE = 60


@contextmanager
def served_process(folder: Path, *words: str, **more: Sequence[str]) -> Iterator[str]:
    """Serve a site with the events of that folder; yield its address."""
    port = free_port()
    with serving(folder, port, *words, **more):
        yield f"http://127.0.0.1:{port}"


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


@contextmanager
def serving(
    folder: Path, port: int, *words: str, **more: Sequence[str]
) -> Iterator[subprocess.Popen[str]]:
    """Start the site on that port; return its process once it answers."""
    command_words = (
        "serve",
        "--events",
        str(folder),
        "--port",
        str(port),
        "--beside-games",
        *words,
    )
    with running(*command_words, **more) as process:
        until = time.monotonic() + _PATIENCE
        while not answers(port):
            assert process.poll() is None, process.stderr and process.stderr.read()
            assert time.monotonic() < until
            time.sleep(0.05)
        yield process


def answers(port: int) -> bool:
    """Return whether something listens there."""
    with socket.socket() as trial:
        return trial.connect_ex(("127.0.0.1", port)) == 0
