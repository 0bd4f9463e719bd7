"""A run of an event, with the processes and files that faults can hit."""

from __future__ import annotations

import resource
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from tests.tournaments.cluster.machines import count_of_workers, started, until
from tests.tournaments.events import start_run
from tournaments.ledger.heads_file import NAME as HEADS

PATIENCE = 240
_LOOKS_EVERY = 0.01
_WORKERS = 2
_BUBBLEWRAP, _KEEPER = "bwrap", "keeper"


@dataclass
class DisturbedRun:
    """The run of an event, on this machine or on a cluster."""

    event: Path
    folder: Path
    """Folder of the event; it may change."""
    cluster: LocalCluster | None = None
    stack: ExitStack = field(default_factory=ExitStack)
    """Processes and files that are removed at the end of the round."""
    remedies: list[Callable[[], None]] = field(default_factory=list)
    """Functions that repair what faults broke, for a run that has ended with a fault."""
    lost: dict[Path, Path] = field(default_factory=dict)
    """Removed files, with the paths to which they were moved."""
    processes: set[psutil.Process] = field(default_factory=set)
    """Processes of all runs of the round."""

    def begin(self, limits: Mapping[int, int] | None = None) -> None:
        """Start the run, or start it again, with these limits."""
        where = ("--jobs", str(_WORKERS))
        if self.cluster is not None:
            where = ("--cluster", self.cluster.address)
        self.process = start_run(self.event, "--to", str(self.folder), "--quiet", *where)
        self.stack.callback(self._end, self.process)
        self.run = psutil.Process(self.process.pid)
        self.processes.add(self.run)
        for kind, value in (limits or {}).items():
            lower(self.process.pid, kind, value)

    @property
    def goes_on(self) -> bool:
        return self.process.poll() is None

    def kill(self) -> None:
        """Kill the process of the run and wait for its end."""
        self.processes.update(self.tree())
        self.process.kill()
        self.process.communicate()

    def wait_for(self, games: int) -> None:
        """Wait until so many more games are entered, or the run has ended."""
        before, end = self.entered, time.monotonic() + PATIENCE
        while self.goes_on and self.entered < before + games:
            assert time.monotonic() < end, "no game has ended for minutes"
            time.sleep(_LOOKS_EVERY)

    @property
    def entered(self) -> int:
        """Number of games by the file of heads: opening the ledger itself might repair it."""
        with suppress(OSError):
            return (self.folder / HEADS).read_bytes().count(b"\n")
        return 0

    # Processes

    def tree(self) -> list[psutil.Process]:
        """Return the run and all processes that it started, here and on the cluster."""
        tops = [self.run, *self.workers]
        return tops + [child for top in tops for child in _children(top, recursive=True)]

    @property
    def workers(self) -> list[psutil.Process]:
        """Processes that play games."""
        if self.cluster is not None:
            return self.cluster.workers
        return [child for child in _children(self.run) if "spawn_main" in _command(child)]

    @property
    def sandboxes(self) -> list[psutil.Process]:
        """Keepers, and bubblewrap's processes; not the bots below them."""
        return [
            keeper
            for worker in self.workers
            for child in _children(worker)
            for keeper in _kept(child)
        ]

    # The end

    def printed_at_the_end(self) -> str:
        """Wait until the run has ended, and return what it printed."""
        printed, _ = self.process.communicate(timeout=PATIENCE)
        return printed

    def nothing_is_left(self) -> bool:
        """Return whether no process of any run is left."""
        return not any(map(_runs, self.processes))

    def _end(self, process: subprocess.Popen[str]) -> None:
        process.kill()
        process.wait()


class LocalCluster:
    """A scheduler and workers on this machine, which can be replaced by others."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self._folder = folder
        self._stack = stack
        self._count = 0
        self.begin()

    def begin(self) -> None:
        """Start a scheduler and workers, perhaps in place of a cluster that is gone."""
        self._count += 1
        folder = self._folder / str(self._count)
        folder.mkdir()
        self._processes: list[subprocess.Popen[bytes]] = []
        self._machines = self._stack.enter_context(started(folder))
        self.scheduler = psutil.Process(self._machines.scheduler.pid)
        for _ in range(_WORKERS):
            self.add_worker()
        until(lambda: count_of_workers(self.address) == _WORKERS)

    def add_worker(self) -> None:
        """Start one more worker."""
        self._processes.append(self._stack.enter_context(self._machines.worker()))

    @property
    def address(self) -> str:
        return self._machines.address

    @property
    def workers(self) -> list[psutil.Process]:
        """Workers that still run."""
        return [
            psutil.Process(process.pid) for process in self._processes if process.poll() is None
        ]


def lower(number: int, kind: int, value: int) -> None:
    """Lower a limit of a process that runs, for good."""
    with suppress(OSError):  # it has just ended
        resource.prlimit(number, kind, (value, value))


def kill(process: psutil.Process) -> None:
    """Kill the process, unless it has just ended by itself."""
    with suppress(psutil.Error):
        process.kill()


def stop_for(process: psutil.Process, seconds: float) -> None:
    """Stop the process for so many seconds."""
    with suppress(psutil.Error):
        process.send_signal(signal.SIGSTOP)
        time.sleep(seconds)
        process.send_signal(signal.SIGCONT)


def _children(process: psutil.Process, *, recursive: bool = False) -> list[psutil.Process]:
    with suppress(psutil.Error):
        return list(process.children(recursive=recursive))
    return []


def _kept(process: psutil.Process) -> Iterator[psutil.Process]:
    """Yield bubblewrap's processes, and the keeper below them or by itself."""
    name = _name(process)
    if name in (_BUBBLEWRAP, _KEEPER):
        yield process
    if name == _BUBBLEWRAP:
        for child in _children(process):
            yield from _kept(child)


def _command(process: psutil.Process) -> str:
    with suppress(psutil.Error):
        return " ".join(process.cmdline())
    return ""


def _name(process: psutil.Process) -> str:
    return Path(_command(process).partition(" ")[0]).name


def _runs(process: psutil.Process) -> bool:
    with suppress(psutil.Error):
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    return False
