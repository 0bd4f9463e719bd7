"""A Dask cluster of this machine, whose scheduler and workers are real processes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from distributed import Client

from tests.places import ROOT

PATIENCE = 120
_TOLD = "scheduler.json"


def until(condition: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "it did not come to that"
        time.sleep(0.02)


@contextmanager
def dask(folder: Path, *words: str, **environment: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a command of Dask as long as it is needed; the folder determines its arena."""
    with subprocess.Popen(
        [sys.executable, "-m", "dask", *words],
        cwd=folder,
        env={**os.environ, **environment},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def count_of_workers(address: str) -> int:
    """Return the number of workers that the scheduler knows."""
    with Client(address, set_as_default=False) as client:
        return len(client.scheduler_info(-1)["workers"])


@dataclass(frozen=True)
class Machines:
    """A scheduler, and the folder of its workers."""

    folder: Path
    scheduler: subprocess.Popen[bytes]

    @property
    def file(self) -> Path:
        """Return the file with the address of the scheduler."""
        return self.folder / _TOLD

    @property
    def address(self) -> str:
        return str(json.loads(self.file.read_text())["address"])

    @property
    def kept(self) -> Path:
        """Return the folder of the workers."""
        return self.folder / "matrix-arena/cluster"

    @contextmanager
    def worker(
        self,
        *words: str,
        source: Path = ROOT,
        cache: Path | None = None,
        path: str | None = None,
        packages: Path | None = None,
    ) -> Iterator[subprocess.Popen[bytes]]:
        """Run a worker with the arena of a folder, and further packages if any."""
        with dask(
            source,
            *("worker", "--scheduler-file", str(self.file)),
            *("--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1"),
            *("--local-directory", str(self.folder), *words),
            XDG_CACHE_HOME=str(cache or self.folder),
            PATH=os.environ["PATH"] if path is None else path,
            PYTHONPATH=str(packages or ""),
        ) as process:
            yield process


@contextmanager
def started(folder: Path, **environment: str) -> Iterator[Machines]:
    """Run a scheduler without workers."""
    with dask(
        ROOT,
        *("scheduler", "--scheduler-file", str(folder / _TOLD), "--port", "0"),
        *("--host", "127.0.0.1", "--no-dashboard", "--dashboard-address", "127.0.0.1:0"),
        **environment,
    ) as scheduler:
        machines = Machines(folder, scheduler)
        until(machines.file.is_file)
        yield machines
