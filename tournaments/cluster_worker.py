"""What a worker of a cluster does: it plays one game at a time, on a core that is its own.

A game comes with its bots' names alone. A worker's machine keeps programs by their SHA-256; what
is lacking is answered, and comes with the game when that is sent again. So a program is sent to a
machine once, whichever workers come and go there. Before each game its programs are hashed anew.

A game is opened only where the arena is the very same as the sender's: else it would be judged by
other rules, if it could be read at all.
"""

from __future__ import annotations

import fcntl
import os
import pickle
import platform
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeAlias

from distributed import Worker, get_worker

from formats.fault import Fault
from referee.core_claims import claim
from referee.error import RefereeError
from referee.isolation import available
from referee.jobs import Finished, Game, play_one
from referee.machine import cores, machine
from referee.speed import speed
from tournaments import cluster_faults as faults
from tournaments.store import Store, digest
from tournaments.version import version


@dataclass(frozen=True, slots=True)
class Order:
    """A game to be played."""

    game: Game
    topic: str
    """Where the worker says that it has begun."""
    speed: float
    """Of the machine of the run."""


class Lacking(NamedTuple):
    """Programs that are not on this machine, by their names."""

    programs: tuple[str, ...]


Answer: TypeAlias = Finished | Lacking | Fault | Exception


def introduction() -> dict[str, str]:
    """Who this process is; so plain that any other version can read it."""
    return {"node": platform.node(), "version": version()}


def play(theirs: str, order: bytes, programs: Mapping[str, bytes]) -> Answer:
    """Plays the game of an order, with programs that were lacking; or why it is not played."""
    worker = get_worker()
    fault = _unfit(worker, theirs) or next(_damaged(worker, programs), None)
    if fault is not None:
        return fault
    answer = _answer(worker, pickle.loads(order), programs)
    if isinstance(answer, RefereeError):
        return RefereeError(f"{_name(worker)}: {answer}")
    return answer


def _answer(worker: Worker, order: Order, programs: Mapping[str, bytes]) -> Answer:
    game = order.game
    why = available() if game.setting.isolated else None
    if why is not None:
        return faults.NO_SANDBOX(worker=_name(worker), why=why)
    try:
        store = _store(programs)
    except OSError as error:
        return RefereeError(f"a program cannot be kept: {error.strerror}")
    names = {program.path.name for program in game.programs.values()}
    lacking = tuple(name for name in sorted(names) if not store.is_whole(name))
    if lacking:
        return Lacking(lacking)
    worker.log_event(order.topic, game.number)
    return _played(game, store, order.speed)


def _unfit(worker: Worker, theirs: str) -> Fault | None:
    """Why this worker must play no game of theirs. If it may, it is on its core from now on."""
    if theirs != version():
        return faults.OTHER_VERSION(worker=_name(worker), theirs=version(), ours=theirs)
    threads = worker.state.nthreads
    if threads != 1:
        return faults.MANY_THREADS(worker=_name(worker), threads=threads)
    try:
        # Of this thread, and so of the bots that it starts: Dask's own threads are not in the way.
        os.sched_setaffinity(0, {_own_core()})
    except LookupError:
        return faults.NO_CORE(worker=_name(worker), cores=len(cores(os.getpid())))
    return None


def _damaged(worker: Worker, programs: Mapping[str, bytes]) -> Iterator[Fault]:
    for name, data in programs.items():
        if digest(data) != name:
            yield faults.DAMAGED(worker=_name(worker), expected=name, found=digest(data))


def _store(programs: Mapping[str, bytes]) -> Store:
    """The programs of this machine, these among them."""
    store = Store(_folder() / "programs")
    if programs:
        with _locked("programs.lock"):  # what another worker has just kept must not be removed
            for name, data in programs.items():
                if not store.is_whole(name):
                    store.path(name).unlink(missing_ok=True)  # what a full disk may have left
                    store.keep(data)
    return store


@contextmanager
def _locked(name: str) -> Iterator[None]:
    """For no other worker of this machine."""
    lock = _opened(name)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)


def _opened(name: str) -> int:
    return os.open(_folder() / name, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)


def _played(game: Game, store: Store, their_speed: float) -> Finished | Exception:
    ratio = f"{speed() / their_speed:.2f}"
    setting = game.setting
    tags = {**setting.tags, "Machine": machine(), "Speed": ratio}
    here = replace(
        game,
        setting=replace(setting, tags=tags),
        programs={
            player: replace(program, path=store.path(program.path.name))
            for player, program in game.programs.items()
        },
    )
    played = play_one(here)
    if isinstance(played, Finished):
        return played._replace(machine=f"{played.machine}, speed {ratio}")
    return played


def _name(worker: Worker) -> str:
    return f"{platform.node()} ({worker.address})"


def _folder() -> Path:
    """Where this user's workers keep what they share; closed to others."""
    cache_folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = cache_folder / "matrix-arena" / "cluster"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


@cache
def _own_core() -> int:
    """A core on which no other worker plays. Raises LookupError if there is none."""
    for core in cores(os.getpid()):
        lock = _opened(f"core-{core}")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(lock)
        else:
            claim(core).detach()
            return core  # locked and claimed until this process ends
    raise LookupError
