"""Plays any games on the machines of a Dask cluster, as ``referee.pool`` plays them on one.

A game is a task, and a worker with one thread plays it. Dask begins a task again elsewhere when
its worker dies; where Dask gives up, because workers died of that task again and again, it is begun
again a few times before a fault is reported. What a dead worker had done of a game is lost and does
not count. Workers come and go: how many games are under way depends on how many there are.

The caller enters the results, as with ``referee.pool``: no worker knows of an event.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import Any
from uuid import uuid4

import dask
from distributed import Client, Future, KilledWorker, Security
from distributed.comm.core import CommClosedError, connect

from formats.fault import Fault
from referee.machine import speed
from referee.pool import MOST_PLAYED, Finished, GameJob
from referee.program import RefereeError
from referee.program_copy import verified_copy
from tournaments.cluster import cluster_faults as faults
from tournaments.cluster import cluster_worker as worker
from tournaments.cluster.cluster_faults import CannotPlay
from tournaments.cluster.cluster_worker import version

_RESERVE = 2
"""Games that are sent before there is a worker to play them, so that none waits for the next."""
_CONNECTING = 30
_SCHEDULER = "scheduler"
_FIRST_WORKER = 30
_LOOKING = 1.0
"""Seconds after which it is looked who has come or gone."""
_SETTINGS = {"distributed.admin.large-graph-warning-threshold": "1 GiB"}
"""A task with a program in it is as large as that program."""


_LOGGERS = ("distributed", "distributed.client")


@contextmanager
def joined(address: str, tell: Callable[[Fault], None] | None = None) -> Iterator[Cluster]:
    """The cluster whose scheduler is there. Raises CannotPlay if it cannot play our games.

    ``tell`` hears of workers that are left out, and why.
    """
    _silence(_LOGGERS)
    with dask.config.set(_SETTINGS):
        try:
            asyncio.run(_call(address))
            client = Client(address, timeout=_CONNECTING, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            raise CannotPlay(faults.NO_SCHEDULER(address=address, why=_first_line(error))) from None
        with client:
            cluster = Cluster(client, address, tell)
            try:
                cluster.check()
                yield cluster
            except CommClosedError:  # in whatever it was being asked
                raise CannotPlay(faults.LOST(address=address)) from None


def _silence(names: Iterable[str]) -> None:
    """What Dask would log with a traceback, such as that a scheduler is gone, we tell ourselves."""
    for name in names:
        logging.getLogger(name).setLevel(logging.CRITICAL)


async def _call(address: str) -> None:
    """Raises an error if nobody answers: a client that is made in vain does not end quietly."""
    arguments = Security().get_connection_args("client")
    comm = await connect(address, timeout=_CONNECTING, **arguments)
    await comm.close()


class Cluster:
    def __init__(
        self, client: Client, address: str, tell: Callable[[Fault], None] | None = None
    ) -> None:
        self._client = client
        self._address = address
        self._tell = tell or (lambda _: None)
        self._left_out: set[str] = set()
        """Workers whose arena is another."""
        self._threads, self._looked = 0, -_LOOKING

    @property
    def threads(self) -> int:
        """How many games can be played at a time, as of a moment ago.

        Asked for each game, the scheduler would list all of its workers each time.
        """
        if time.monotonic() >= self._looked + _LOOKING:
            self._threads, self._looked = sum(self._fit().values()), time.monotonic()
        return self._threads

    def _fit(self) -> dict[str, int]:
        """The threads of each worker that is not left out."""
        try:
            found = self._client.nthreads()
        except OSError:
            raise CannotPlay(faults.LOST(address=self._address)) from None
        return {name: count for name, count in found.items() if name not in self._left_out}

    def workers(self) -> list[str] | None:
        """Who may be given a game; anybody if nobody is left out. Raises CannotPlay if nobody."""
        if not self._left_out:
            return None
        fit = list(self._fit())
        if not fit:
            raise CannotPlay(faults.NONE_FIT(address=self._address))
        return fit

    def leave_out(self, worker: str, fault: Fault) -> None:
        """Gives that worker no game any more, and tells why."""
        if worker not in self._left_out:
            self._left_out.add(worker)
            self._looked = -_LOOKING
            self._tell(fault)

    def check(self) -> None:
        """Leaves out who has another arena than is here. Raises CannotPlay if that is all."""
        try:
            self._client.wait_for_workers(1, timeout=_FIRST_WORKER)
        except TimeoutError:
            fault = faults.NO_WORKERS(address=self._address, seconds=_FIRST_WORKER)
            raise CannotPlay(fault) from None
        for name, answer in self._introductions().items():
            wrong = _unfit(name, answer)
            if wrong is not None and name == _SCHEDULER:
                raise CannotPlay(wrong)
            if wrong is not None:
                self.leave_out(name, wrong)
        self.workers()

    def play(self, games: Iterable[GameJob]) -> Generator[Finished, None, None]:
        """Plays the games. Raises RefereeError if one cannot be played, or CannotPlay."""
        waiting = iter(games)
        running = _RunningGames(self._client, self)
        try:
            while True:
                while len(running) < self.threads + _RESERVE and (game := next(waiting, None)):
                    running.begin(_RunningGame(game))
                if not running:
                    return
                finished = running.hear()
                if finished is not None:
                    yield finished
        except CancelledError:
            raise CannotPlay(faults.LOST(address=self._address)) from None
        finally:
            running.end()

    def _introductions(self) -> dict[str, dict[str, str] | Exception]:
        """What everybody says, the scheduler first, which opens what is sent to the workers."""
        scheduler: dict[str, str] | Exception
        try:
            scheduler = self._client.run_on_scheduler(worker.introduction)
        except Exception as error:  # whatever it is, that it happened is what is asked
            scheduler = error
        return {
            _SCHEDULER: scheduler,
            **self._client.run(worker.introduction, on_error="return"),
        }


@dataclass
class _RunningGame:
    """A game that is being played somewhere, or is about to be."""

    game: GameJob
    programs: dict[str, bytes] = field(default_factory=dict)
    """Those that a worker lacked."""
    given_up: int = 0
    """How often Dask gave up, since workers died of it."""


class _RunningGames:
    def __init__(self, client: Client, cluster: Cluster) -> None:
        self._client = client
        self._cluster = cluster
        self._topic = f"arena-{uuid4()}"
        self._futures: dict[object, tuple[Future[Any], _RunningGame]] = {}
        self._ended: SimpleQueue[Future[Any]] = SimpleQueue()
        self._begun: Counter[int] = Counter()
        """How often each was begun, by what the workers say."""
        client.subscribe_topic(self._topic, self._hear_of_beginning)

    def __len__(self) -> int:
        return len(self._futures)

    def begin(self, running_game: _RunningGame) -> None:
        """Gives a game to whichever worker is free."""
        order = pickle.dumps(worker.GameOrder(running_game.game, self._topic, speed()))
        future = self._client.submit(
            worker.play,
            version(),
            order,
            running_game.programs,
            pure=False,
            workers=self._cluster.workers(),
        )
        self._futures[future.key] = future, running_game
        future.add_done_callback(self._ended.put)

    def hear(self) -> Finished | None:
        """Waits a moment for news; a game, if one has ended."""
        try:
            future = self._ended.get(timeout=_LOOKING)
        except Empty:
            return None
        _, running_game = self._futures.pop(future.key)
        try:
            answer: worker.Answer = future.result()
        except KilledWorker as error:
            running_game.given_up += 1
            if running_game.given_up == MOST_PLAYED:
                raise RefereeError(
                    f"game {running_game.game.number}: {_first_line(error)}"
                ) from None
            self.begin(running_game)
            return None
        if isinstance(answer, Fault) and answer.kind.code == faults.OTHER_VERSION.code:
            # It came after the others were asked.
            for name in self._client.who_has([future])[future.key]:
                self._cluster.leave_out(name, answer)
            self.begin(running_game)
            return None
        return self._taken(running_game, answer)

    def end(self) -> None:
        """Cancels what has not begun; the rest is left to end, and its results are ignored."""
        with suppress(OSError, CancelledError):
            self._client.cancel([future for future, _ in self._futures.values()], force=True)
            self._client.unsubscribe_topic(self._topic)

    def _taken(self, running_game: _RunningGame, answer: worker.Answer) -> Finished | None:
        match answer:
            case Finished():
                again = max(0, self._begun[running_game.game.number] - 1)
                return answer._replace(game=running_game.game, voided=answer.voided + again)
            case worker.Lacking(names):
                if set(names) <= set(running_game.programs):
                    raise RefereeError(f"a worker does not keep what it is sent: {names}")
                running_game.programs |= _programs(running_game.game, names)
                self.begin(running_game)
                return None
            case Fault():
                raise CannotPlay(answer)
        raise answer

    def _hear_of_beginning(self, event: tuple[float, int]) -> None:
        self._begun[event[1]] += 1


def _unfit(name: str, answer: dict[str, str] | Exception) -> Fault | None:
    """Why a worker that introduces itself like this may not play our games."""
    if isinstance(answer, Exception):
        return faults.NO_ARENA(worker=name, why=_first_line(answer))
    if answer["version"] == version():
        return None
    said = f"{answer['node']} ({name})"
    return faults.OTHER_VERSION(worker=said, theirs=answer["version"], ours=version())


def _programs(game: GameJob, names: Iterable[str]) -> dict[str, bytes]:
    """What is in the programs of that name. Raises ChangedProgram."""
    kept = {program.path.name: program for program in game.programs.values()}
    return {name: verified_copy(kept[name]).path.read_bytes() for name in names}


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]
