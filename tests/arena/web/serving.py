"""The site as it is really served, and events that are really run, for tests that look at them."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.tournaments.events import ROOT
from tests.tournaments.submitting import BOT

SLOW = """\
title = "Slow <b>cup</b>"
game = "chomp"
size = [4, 3]
sandbox = false
time = 20
format = "round-robin"
entrants = [
    { name = "ivanov", command = "bot", arguments = ["1"] },
    { name = "petrov", command = "bot", arguments = ["2"] },
    { name = "sidorov", command = "bot", arguments = ["3"] },
]
"""
"""Scripts that do no harm, so no sandbox is needed; they wait a little before each half-move."""
_PATIENCE = 60


def slow_event(folder: Path, name: str = "slow", wait: float = 0.2) -> Path:
    """The file of that event."""
    bot = folder / "bot"
    bot.write_text(BOT.replace("BEGIN {\n", f'BEGIN {{\n    system("sleep {wait}")\n', 1))
    bot.chmod(0o755)
    event = folder / f"{name}.toml"
    event.write_text(SLOW, encoding="utf-8")
    return event


@contextmanager
def running(
    *words: str, command: Sequence[str] = (sys.executable, "-m", "arena")
) -> Iterator[subprocess.Popen[str]]:
    """The command, as long as it is needed."""
    process = subprocess.Popen(
        [*command, *words],
        cwd=ROOT,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.terminate()
        process.communicate(timeout=_PATIENCE)


@contextmanager
def served(folder: Path, *words: str, **more: Sequence[str]) -> Iterator[str]:
    """The address of a site that shows the events of that folder."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    told = ("serve", "--events", str(folder), "--port", str(port), *words)
    with running(*told, **more) as process:
        until = time.monotonic() + _PATIENCE
        while not _answers(port):
            assert process.poll() is None, process.stderr and process.stderr.read()
            assert time.monotonic() < until
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}"


def _answers(port: int) -> bool:
    with socket.socket() as trial:
        return trial.connect_ex(("127.0.0.1", port)) == 0
