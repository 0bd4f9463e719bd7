"""What a worker of a cluster does: it plays one game at a time, on a core that is its own.

A game comes with its bots' names alone. A worker's machine keeps programs by their SHA-256; what
is lacking is answered, and comes with the game when that is sent again. So a program is sent to a
machine once, whichever workers come and go there. Before each game its programs are hashed anew, as
everywhere (``program_copy``); one that is not what it was is lacking.

A game is opened only where the arena is the very same as the sender's: else it would be judged by
other rules, if it could be read at all. A number that people must remember to raise would not do:
what is compared is a hash of the sources of all that judges and plays.
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
from typing import NamedTuple, TypeAlias

from distributed import Worker, get_worker

from formats.fault import Fault
from referee.machine import cache_folder, cores, machine, speed
from referee.pool import Finished, GameJob, play_one
from referee.program import Program, RefereeError
from referee.program_copy import ChangedProgram
from referee.sandbox.core_claims import claim
from referee.sandbox.stage_choice import chosen, why_not
from tournaments.cluster import cluster_faults as faults
from tournaments.entrants.program_store import Store, digest
from tournaments.storage import locked, take


@dataclass(frozen=True, slots=True)
class GameOrder:
    game: GameJob
    topic: str
    """Where the worker says that it has begun."""
    speed: float
    """Of the machine of the run."""


class Lacking(NamedTuple):
    """Programs that are not on this machine, by their names."""

    programs: tuple[str, ...]


Answer: TypeAlias = Finished | Lacking | Fault | Exception


def introduction() -> dict[str, str]:
    """Describes this process, plainly enough for any other version to read."""
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


def _answer(worker: Worker, order: GameOrder, programs: Mapping[str, bytes]) -> Answer:
    game = order.game
    why = why_not(chosen(game.setting.stage))
    if why is not None:
        return faults.NO_SANDBOX(worker=_name(worker), why=why)
    try:
        store = _store(programs)
    except OSError as error:
        return RefereeError(f"a program cannot be kept: {error.strerror}")
    names = {one.path.name for one in game.programs.values() if not _is_there(one, store)}
    lacking = tuple(sorted(names))
    if lacking:
        return Lacking(lacking)
    worker.log_event(order.topic, game.number)
    played = _played(game, store, order.speed)
    return Lacking((played.path.name,)) if isinstance(played, ChangedProgram) else played


def _is_there(program: Program, store: Store) -> bool:
    """Whether it need not be sent; one whose content is told is looked at when it is played."""
    name = program.path.name
    return store.is_whole(name) if program.content is None else store.path(name).exists()


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
        # What another worker has just kept must not be removed.
        with locked(_folder() / "programs.lock"):
            for name, data in programs.items():
                if not store.is_whole(name):
                    store.path(name).unlink(missing_ok=True)  # what a full disk may have left
                    store.keep(data)
    return store


def _played(game: GameJob, store: Store, their_speed: float) -> Finished | Exception:
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
    folder = cache_folder() / "cluster"
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


@cache
def _own_core() -> int:
    """A core on which no other worker plays. Raises LookupError if there is none."""
    for core in cores(os.getpid()):
        with suppress(BlockingIOError):
            take(_folder() / f"core-{core}", wait=False)
            claim(core).detach()
            return core  # locked and claimed until this process ends
    raise LookupError


_ROOT = Path(__file__).parents[2]
"""Where the floors are."""
_FLOORS = ("formats", "referee", "tournaments")
_DIGITS = 16


@cache
def version() -> str:
    """Another one for each change of a source."""
    whole = sha256()
    for floor in _FLOORS:
        for path in sorted((_ROOT / floor).rglob("*.py")):
            whole.update(path.relative_to(_ROOT).as_posix().encode())
            whole.update(sha256(path.read_bytes()).digest())
    return whole.hexdigest()[:_DIGITS]
