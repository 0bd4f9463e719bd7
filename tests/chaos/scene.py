"""A tournament as somebody runs it, and all of it that can be hit."""

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
from tests.tournaments.events import begun
from tournaments.ledger.heads_file import NAME as HEADS

PATIENCE = 240
_LOOKS_EVERY = 0.01
_WORKERS = 2
_BUBBLEWRAP, _KEEPER = "bwrap", "keeper"


@dataclass
class Scene:
    """The run of an event; on a cluster too, if there is one."""

    event: Path
    folder: Path
    """Where the event is kept now."""
    cluster: LocalCluster | None = None
    stack: ExitStack = field(default_factory=ExitStack)
    """What ends with the round."""
    remedies: list[Callable[[], None]] = field(default_factory=list)
    """What somebody does who is told that the run could not go on."""
    lost: dict[Path, Path] = field(default_factory=dict)
    """Files that were removed, and where they are now."""
    seen: set[psutil.Process] = field(default_factory=set)
    """All processes of the runs that were looked at."""

    def begin(self, limits: Mapping[int, int] | None = None) -> None:
        """Gives the command, or gives it again; with such limits."""
        where = ("--jobs", str(_WORKERS))
        if self.cluster is not None:
            where = ("--cluster", self.cluster.address)
        self.process = begun(self.event, "--to", str(self.folder), "--quiet", *where)
        self.stack.callback(self._end, self.process)
        self.run = psutil.Process(self.process.pid)
        self.seen.add(self.run)
        for kind, value in (limits or {}).items():
            lower(self.process.pid, kind, value)

    @property
    def goes_on(self) -> bool:
        return self.process.poll() is None

    def kill(self) -> None:
        """The run, and what ends with it."""
        self.seen.update(self.tree())
        self.process.kill()
        self.process.communicate()

    def wait_for(self, games: int) -> None:
        """Until so many more games are entered, or the run has ended."""
        before, end = self.entered, time.monotonic() + PATIENCE
        while self.goes_on and self.entered < before + games:
            assert time.monotonic() < end, "no game has ended for minutes"
            time.sleep(_LOOKS_EVERY)

    @property
    def entered(self) -> int:
        """How many games, as the file beside the ledger says: to look into that might mend it."""
        with suppress(OSError):
            return (self.folder / HEADS).read_bytes().count(b"\n")
        return 0

    # What can be hit

    def tree(self) -> list[psutil.Process]:
        """The run and all that it started, here and on the cluster."""
        tops = [self.run, *self.workers]
        return tops + [one for top in tops for one in _children(top, recursive=True)]

    @property
    def workers(self) -> list[psutil.Process]:
        """Those that play games."""
        if self.cluster is not None:
            return self.cluster.workers
        return [one for one in _children(self.run) if "spawn_main" in _command(one)]

    @property
    def sandboxes(self) -> list[psutil.Process]:
        """The processes that keep bots; not what is below them, which is the bot's own turn."""
        return [
            one for worker in self.workers for below in _children(worker) for one in _kept(below)
        ]

    # How it ends

    def printed_at_the_end(self) -> str:
        """Waits until the run has ended."""
        printed, _ = self.process.communicate(timeout=PATIENCE)
        return printed

    def nothing_is_left(self) -> bool:
        """Whether no process of any run is there any more."""
        return not any(_runs(one) for one in self.seen)

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
        """A new one, in place of one whose scheduler is gone."""
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
        """One more."""
        self._processes.append(self._stack.enter_context(self._machines.worker()))

    @property
    def address(self) -> str:
        return self._machines.address

    @property
    def workers(self) -> list[psutil.Process]:
        """Those that are still there."""
        return [psutil.Process(one.pid) for one in self._processes if one.poll() is None]


def lower(number: int, kind: int, value: int) -> None:
    """A limit of a process that runs, for good."""
    with suppress(OSError):  # it has just ended
        resource.prlimit(number, kind, (value, value))


def kill(process: psutil.Process) -> None:
    """Unless it has just ended by itself."""
    with suppress(psutil.Error):
        process.kill()


def stop_for(process: psutil.Process, seconds: float) -> None:
    """And lets it go on."""
    with suppress(psutil.Error):
        process.send_signal(signal.SIGSTOP)
        time.sleep(seconds)
        process.send_signal(signal.SIGCONT)


def _children(process: psutil.Process, *, recursive: bool = False) -> list[psutil.Process]:
    with suppress(psutil.Error):
        return list(process.children(recursive=recursive))
    return []


def _kept(process: psutil.Process) -> Iterator[psutil.Process]:
    """Bubblewrap's processes, and the keeper below them or by itself."""
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
