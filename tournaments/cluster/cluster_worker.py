"""The worker of a cluster: it plays one game at a time, on a core of its own.

It is not a ``Worker`` of ``referee/worker.py``, since Dask starts its process, talks to it and
notices its death.

A game is sent with the names of its programs alone. A worker's machine keeps programs by their
SHA-256; the worker answers which programs are missing, and these come with the game when it is sent
again. So a program is sent to a machine once, whichever workers come and go there. Before each game
its programs are hashed again, as everywhere (``program_copy``); a changed one counts as missing.

A game is unpickled only if the worker has exactly the sender's arena: else it would be judged by
other rules, if it could be read at all. A version number could be forgotten: so a hash of all
sources that judge and play is compared, and one of the plugin of the game.
"""

from __future__ import annotations

import os
import pickle
import platform
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from distributed import Worker, get_worker

from formats.fault import Fault
from formats.games import plugin_sources, why_not_here
from formats.text import reason
from referee.machine import cache_folder, cores, machine, speed
from referee.pool import Digest, FinishedGame, GameJob, play_one
from referee.program import Program, RefereeError
from referee.program_copy import ChangedProgram
from referee.sandbox.core_claims import claim
from referee.sandbox.isolation_choice import choose_isolation, why_not
from tournaments.cluster import cluster_faults as faults
from tournaments.storage import Store, digest, hold_lock, take_lock


@dataclass(frozen=True, slots=True)
class GameOrder:
    game: GameJob
    topic: str
    """Topic under which the worker reports the start of the game."""
    speed: float
    """Speed of the machine that runs the event."""
    digest: Digest[object]
    """Function that makes the result from the finished game."""


class Lacking(NamedTuple):
    """The answer that names programs which are not on this machine."""

    programs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Success:
    """The answer with the result of a game."""

    result: Any


Answer: TypeAlias = Success | Lacking | Fault


def introduction() -> dict[str, str]:
    """Return the node and the version of this process in a form that any version can read."""
    return {"node": platform.node(), "version": version()}


class GameVersions(NamedTuple):
    """Versions that a worker and the sender of a game must have in common."""

    arena: str
    game: str
    """Name of the game."""
    plugin: str
    """Version of the plugin of the game; empty for a game of the arena."""

    @classmethod
    def here(cls, game: str) -> GameVersions:
        """Return the versions of this process."""
        return cls(version(), game, plugin_version(game))


def play(expected: GameVersions, order: bytes, programs: Mapping[str, bytes]) -> Answer:
    """Play the game of an order, after storing the programs; return its result or the reason.

    Raise RefereeError if the game cannot be played through a fault of the machine.
    """
    worker = get_worker()
    fault = (
        _own_fault(worker, expected)
        or _bind_to_core(worker)
        or next(_damage_faults(worker, programs), None)
    )
    if fault is not None:
        return fault
    try:
        return _answer(worker, pickle.loads(order), programs)
    except RefereeError as error:
        raise RefereeError(faults.AT_WORKER, worker=_name(worker), why=error.text) from None


def _answer(worker: Worker, order: GameOrder, programs: Mapping[str, bytes]) -> Answer:
    game = order.game
    why = why_not(choose_isolation(game.setting.isolation))
    if why is not None:
        return faults.NO_SANDBOX(worker=_name(worker), why=why)
    try:
        store = _store(programs)
    except OSError as error:
        raise RefereeError(faults.NOT_STORED, why=reason(error)) from None
    lacking = tuple(sorted({p.path.name for p in game.programs.values() if not _has(p, store)}))
    if lacking:
        return Lacking(lacking)
    worker.log_event(order.topic, game.number)
    try:
        return Success(order.digest(_play_with_store(game, store, order.speed)))
    except ChangedProgram as error:
        return Lacking((error.path.name,))


def _has(program: Program, store: Store) -> bool:
    """Return whether the store has the program; with known content it is verified before play."""
    name = program.path.name
    return store.is_whole(name) if program.content is None else store.path(name).exists()


def _own_fault(worker: Worker, expected: GameVersions) -> Fault | None:
    """Return the fault of this worker's versions or threads, if there is one."""
    here = GameVersions.here(expected.game)
    if here.arena != expected.arena:
        return faults.OTHER_VERSION(worker=_name(worker), theirs=here.arena, ours=expected.arena)
    if here.plugin != expected.plugin:
        why = why_not_here(expected.game)
        if here.plugin:
            why = faults.OTHER_RULES.filled({"game": expected.game})
        return faults.NO_GAME(worker=_name(worker), why=why)
    threads = worker.state.nthreads
    if threads != 1:
        return faults.MANY_THREADS(worker=_name(worker), threads=threads)
    return None


def _bind_to_core(worker: Worker) -> Fault | None:
    """Bind this thread, and the bots that it starts, to a core of its own.

    Dask's other threads stay where they are. Return a fault if no core is free.
    """
    try:
        os.sched_setaffinity(0, {_own_core()})
    except LookupError:
        return faults.NO_CORE(worker=_name(worker), cores=len(cores(os.getpid())))
    return None


def _damage_faults(worker: Worker, programs: Mapping[str, bytes]) -> Iterator[Fault]:
    for name, data in programs.items():
        if digest(data) != name:
            yield faults.DAMAGED(worker=_name(worker), expected=name, found=digest(data))


def _store(programs: Mapping[str, bytes]) -> Store:
    """Return the store of this machine, with the given programs added."""
    store = Store(_folder() / "programs")
    if programs:
        # The lock keeps this worker from removing a program that another has just stored.
        with hold_lock(_folder() / "programs.lock"):
            for name, data in programs.items():
                if not store.is_whole(name):
                    store.path(name).unlink(missing_ok=True)  # A full disk may have left a part.
                    store.keep(data)
    return store


def _play_with_store(game: GameJob, store: Store, sender_speed: float) -> FinishedGame:
    ratio = f"{speed() / sender_speed:.2f}"
    setting = game.setting
    tags = {**setting.tags, "Machine": machine(), "Speed": ratio}
    local_game = replace(
        game,
        setting=replace(setting, tags=tags),
        programs={
            player: replace(program, path=store.path(program.path.name))
            for player, program in game.programs.items()
        },
    )
    played = play_one(local_game)
    return played._replace(machine=f"{played.machine}, speed {ratio}")


def _name(worker: Worker) -> str:
    return f"{platform.node()} ({worker.address})"


def _folder() -> Path:
    """Return the folder that this user's workers share; it is closed to other users."""
    folder = cache_folder() / "cluster"
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


@cache
def _own_core() -> int:
    """Return a core on which no other worker plays; raise LookupError if there is none."""
    for core in cores(os.getpid()):
        with suppress(BlockingIOError):
            take_lock(_folder() / f"core-{core}", wait=False)
            claim(core).detach()
            return core  # It stays locked and claimed until this process ends.
    raise LookupError


_ROOT = Path(__file__).parents[2]
"""Folder of the packages."""
_PACKAGES = ("formats", "referee", "tournaments")
_SOURCES = (".py", ".c", ".h")
"""Endings of the sources, those of the keeper included."""
_DIGITS = 16


@cache
def version() -> str:
    """Return a hash of all sources that judge and play."""
    total = sha256()
    for package in _PACKAGES:
        files = (_ROOT / package).rglob("*")
        for path in sorted(path for path in files if path.suffix in _SOURCES):
            total.update(path.relative_to(_ROOT).as_posix().encode())
            total.update(sha256(path.read_bytes()).digest())
    return total.hexdigest()[:_DIGITS]


@cache
def plugin_version(game: str) -> str:
    """Return a hash of the sources of a game of another package; empty for a game of the arena."""
    sources = plugin_sources(game)
    content = b"".join(sha256(path.read_bytes()).digest() for path in sources)
    return sha256(content).hexdigest()[:_DIGITS] if sources else ""
