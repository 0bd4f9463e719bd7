"""A Dask cluster that plays games, as ``referee.pool`` plays them on one machine.

A game is a task, and a worker with one thread plays it. Dask begins a task again elsewhere when its
worker dies. If Dask gives up, because workers died of a task repeatedly, it is begun again a few
times before a fault is reported. The part of a game that a dead worker had played is lost and does
not count. Workers come and go: the number of games in play follows the number of workers.

The caller enters the results, as with ``referee.pool``: workers do not depend on an event.
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
from pathlib import Path
from queue import Empty, SimpleQueue
from ssl import SSLError
from typing import Any, Generic
from uuid import uuid4

import dask
from distributed import Client, Future, KilledWorker, Security
from distributed.comm.addressing import parse_address, parse_host_port
from distributed.comm.core import CommClosedError, connect

from formats.fault import Fault
from formats.text import reason
from referee.machine import speed
from referee.pool import MOST_PLAYED, Digest, GameJob, Job, JobResult, Result
from referee.program import RefereeError
from referee.program_copy import verified_copy
from tournaments.cluster import cluster_faults as faults
from tournaments.cluster import cluster_worker as worker
from tournaments.cluster.cluster_faults import CannotPlay
from tournaments.cluster.cluster_worker import version

_RESERVE = 2
"""Number of games that are sent in advance, so that no worker waits for the next one."""
_CONNECT_TIMEOUT = 30
_PORTS = range(1, 1 << 16)
_ENCRYPTED = ("tls", "wss")
"""Kinds of addresses that need TLS files."""
_SCHEDULER = "scheduler"
_FIRST_WORKER_TIMEOUT = 30
_CHECK_INTERVAL = 1.0
"""Seconds between two checks for workers that have come or gone."""
_SETTINGS = {"distributed.admin.large-graph-warning-threshold": "1 GiB"}
"""Settings of Dask: a task with a program in it is as large as that program."""


_EXCLUDING_CODES = {faults.OTHER_VERSION.code, faults.NO_GAME.code}
"""Codes of faults for which a worker gets no games."""
_LOGGERS = ("distributed", "distributed.client")


@contextmanager
def connected_cluster(
    address: str, tell: Callable[[Fault], None] | None = None
) -> Iterator[Cluster]:
    """Connect to the cluster of a scheduler; raise CannotPlay if it cannot play the games.

    ``tell`` is called with the faults of workers that get no games.
    """
    _silence(_LOGGERS)
    _check_address(address)
    _check_tls(address)
    with dask.config.set(_SETTINGS):
        try:
            asyncio.run(_check_scheduler(address))
            client = Client(address, timeout=_CONNECT_TIMEOUT, set_as_default=False)
        except (OSError, ValueError, TypeError, RuntimeError) as error:
            raise CannotPlay(faults.NO_SCHEDULER(address=address, why=_first_line(error))) from None
        with client:
            cluster = Cluster(client, address, tell)
            try:
                cluster.check()
                yield cluster
            except CommClosedError:  # It may come from any request.
                raise CannotPlay(faults.LOST(address=address)) from None


def _check_address(address: str) -> None:
    """Raise CannotPlay if the address lacks a host or a possible port: Dask would try it long."""
    try:
        _, location = parse_address(address)
        host, port = parse_host_port(location)
    except ValueError:
        host, port = "", 0
    if not host or port not in _PORTS:
        raise CannotPlay(faults.NO_ADDRESS(address=address))


def _check_tls(address: str) -> None:
    """Raise CannotPlay if TLS files of Dask's settings cannot be used, or lack though needed."""
    is_needed = parse_address(address)[0] in _ENCRYPTED
    try:
        security = Security()
        tls = security.get_tls_config_for_role("client")
        if not is_needed and not (tls["ca_file"] and tls["cert"]):
            return  # Dask uses none of them.
        settings = filter(None, (tls["ca_file"], tls["cert"], tls["key"]))
        files = [setting for setting in settings if "\n" not in setting]  # others: certificates
        _check_files(files)
        context = security.get_connection_args("client")["ssl_context"]
    except SSLError:
        why = faults.BAD_TLS.filled({"files": ", ".join(files)})
        raise CannotPlay(faults.BAD_SETTINGS(why=why)) from None
    except (ValueError, TypeError) as error:
        raise CannotPlay(faults.BAD_SETTINGS(why=_first_line(error))) from None
    if context is None and is_needed:
        raise CannotPlay(faults.BAD_SETTINGS(why=faults.NO_TLS.filled({"address": address})))


def _check_files(files: Iterable[str]) -> None:
    for file in files:
        try:
            Path(file).open("rb").close()
        except OSError as error:
            why = faults.TLS_FILE.filled({"file": file, "why": reason(error)})
            raise CannotPlay(faults.BAD_SETTINGS(why=why)) from None


def _silence(names: Iterable[str]) -> None:
    """Silence loggers of Dask: the arena itself reports that a scheduler is gone, for example."""
    for name in names:
        logging.getLogger(name).setLevel(logging.CRITICAL)


async def _check_scheduler(address: str) -> None:
    """Raise an error if no scheduler answers: a client without one does not end quietly."""
    arguments = Security().get_connection_args("client")
    comm = await connect(address, timeout=_CONNECT_TIMEOUT, **arguments)
    await comm.close()


class Cluster:
    def __init__(
        self, client: Client, address: str, tell: Callable[[Fault], None] | None = None
    ) -> None:
        self._client = client
        self._address = address
        self._tell = tell or (lambda _: None)
        self._left_out: set[str] = set()
        """Addresses of workers that get no games."""
        self._threads, self._last_check = 0, -_CHECK_INTERVAL

    @property
    def threads(self) -> int:
        """Return the number of games that can be played in parallel, as of a moment ago.

        A request for each game would let the scheduler list all of its workers each time.
        """
        if time.monotonic() >= self._last_check + _CHECK_INTERVAL:
            self._threads = sum(self._threads_by_worker().values())
            self._last_check = time.monotonic()
        return self._threads

    def _threads_by_worker(self) -> dict[str, int]:
        """Return the numbers of threads of the workers that get games, by their addresses."""
        try:
            threads = self._client.nthreads()
        except OSError:
            raise CannotPlay(faults.LOST(address=self._address)) from None
        return {name: count for name, count in threads.items() if name not in self._left_out}

    def workers(self) -> list[str] | None:
        """Return the addresses of workers that get games, or None for all; may raise CannotPlay."""
        if not self._left_out:
            return None
        fit = list(self._threads_by_worker())
        if not fit:
            raise CannotPlay(faults.NONE_FIT(address=self._address))
        return fit

    def leave_out(self, worker_address: str, fault: Fault) -> None:
        """Give a worker no more games, and report the reason."""
        if worker_address not in self._left_out:
            self._left_out.add(worker_address)
            self._last_check = -_CHECK_INTERVAL
            self._tell(fault)

    def check(self) -> None:
        """Leave out workers with another arena; raise CannotPlay if no worker remains."""
        try:
            self._client.wait_for_workers(1, timeout=_FIRST_WORKER_TIMEOUT)
        except TimeoutError:
            fault = faults.NO_WORKERS(address=self._address, seconds=_FIRST_WORKER_TIMEOUT)
            raise CannotPlay(fault) from None
        for name, answer in self._introductions().items():
            introduction_fault = _introduction_fault(name, answer)
            if introduction_fault is not None and name == _SCHEDULER:
                raise CannotPlay(introduction_fault)
            if introduction_fault is not None:
                self.leave_out(name, introduction_fault)
        self.workers()

    def play(
        self, games: Iterable[Job], digest: Digest[Result]
    ) -> Generator[list[JobResult[Job, Result]], None, None]:
        """Play the games, and yield lists of games that have ended together.

        Raise RefereeError if a game cannot be played, or CannotPlay.
        """
        waiting = iter(games)
        running = _RunningGames[Job, Result](self._client, self, digest)
        try:
            while True:
                while len(running) < self.threads + _RESERVE and (game := next(waiting, None)):
                    running.begin(_RunningGame(game))
                if not running:
                    return
                batch = running.wait_for_answers()
                if batch:
                    yield batch
        except CancelledError:
            raise CannotPlay(faults.LOST(address=self._address)) from None
        finally:
            running.end()

    def _introductions(self) -> dict[str, dict[str, str] | Exception]:
        """Return the introductions of the scheduler, which unpickles games, too, and of workers."""
        scheduler: dict[str, str] | Exception
        try:
            scheduler = self._client.run_on_scheduler(worker.introduction)
        except Exception as error:  # Every error means that the scheduler cannot play.
            scheduler = error
        return {
            _SCHEDULER: scheduler,
            **self._client.run(worker.introduction, on_error="return"),
        }


@dataclass
class _RunningGame(Generic[Job]):
    """A game that is being played, or is about to be."""

    game: Job
    programs: dict[str, bytes] = field(default_factory=dict)
    """Programs that a worker lacked, by their names."""
    given_up: int = 0
    """Number of times that Dask gave up because workers died of the game."""


class _RunningGames(Generic[Job, Result]):
    def __init__(self, client: Client, cluster: Cluster, digest: Digest[Result]) -> None:
        self._client = client
        self._cluster = cluster
        self._digest = digest
        self._topic = f"arena-{uuid4()}"
        self._futures: dict[object, tuple[Future[Any], _RunningGame[Job]]] = {}
        self._ended: SimpleQueue[Future[Any]] = SimpleQueue()
        self._begun: Counter[int] = Counter()
        """Numbers of starts of each game, by the reports of the workers."""
        client.subscribe_topic(self._topic, self._count_start)

    def __len__(self) -> int:
        return len(self._futures)

    def begin(self, running_game: _RunningGame[Job]) -> None:
        """Submit a game to any free worker."""
        order = pickle.dumps(
            worker.GameOrder(running_game.game, self._topic, speed(), self._digest)
        )
        future = self._client.submit(
            worker.play,
            worker.GameVersions.here(running_game.game.setting.start.game.name),
            order,
            running_game.programs,
            pure=False,
            workers=self._cluster.workers(),
        )
        self._futures[future.key] = future, running_game
        future.add_done_callback(self._ended.put)

    def wait_for_answers(self) -> list[JobResult[Job, Result]]:
        """Wait a moment for an answer; return the games that have ended."""
        try:
            futures = [self._ended.get(timeout=_CHECK_INTERVAL)]
            while not self._ended.empty():
                futures.append(self._ended.get())
        except Empty:
            return []
        return [ended for future in futures if (ended := self._ended_game(future)) is not None]

    def _ended_game(self, future: Future[Any]) -> JobResult[Job, Result] | None:
        """Return the game of a finished future; begin it again, and return None, if it is void."""
        _, running_game = self._futures.pop(future.key)
        try:
            answer: worker.Answer = future.result()
        except KilledWorker as error:
            running_game.given_up += 1
            if running_game.given_up == MOST_PLAYED:
                number, why = running_game.game.number, _first_line(error)
                raise RefereeError(faults.WORKERS_DIED, number=number, why=why) from None
            self.begin(running_game)
            return None
        if isinstance(answer, Fault) and answer.kind.code in _EXCLUDING_CODES:
            # The worker joined after the introductions.
            for name in self._client.who_has([future])[future.key]:
                self._cluster.leave_out(name, answer)
            self.begin(running_game)
            return None
        return self._result_of(running_game, answer)

    def end(self) -> None:
        """Cancel the games that have not begun; the others end, and their results are ignored."""
        with suppress(OSError, CancelledError):
            self._client.cancel([future for future, _ in self._futures.values()], force=True)
            self._client.unsubscribe_topic(self._topic)

    def _result_of(
        self, running_game: _RunningGame[Job], answer: worker.Answer
    ) -> JobResult[Job, Result] | None:
        match answer:
            case worker.Success(result):
                lost_starts = max(0, self._begun[running_game.game.number] - 1)
                return JobResult(running_game.game, result, lost_starts)
            case worker.Lacking(names):
                if set(names) <= set(running_game.programs):
                    raise RefereeError(faults.NOT_KEPT, names=", ".join(names))
                running_game.programs |= _programs(running_game.game, names)
                self.begin(running_game)
                return None
            case Fault():
                raise CannotPlay(answer)

    def _count_start(self, event: tuple[float, int]) -> None:
        self._begun[event[1]] += 1


def _introduction_fault(name: str, answer: dict[str, str] | Exception) -> Fault | None:
    """Return the fault of a process that did not introduce itself, or has another version."""
    if isinstance(answer, Exception):
        return faults.NO_ARENA(worker=name, why=_first_line(answer))
    if answer["version"] == version():
        return None
    description = f"{answer['node']} ({name})"
    return faults.OTHER_VERSION(worker=description, theirs=answer["version"], ours=version())


def _programs(game: GameJob, names: Iterable[str]) -> dict[str, bytes]:
    """Return the bytes of the named programs; raise ChangedProgram if one was changed."""
    by_name = {program.path.name: program for program in game.programs.values()}
    return {name: verified_copy(by_name[name]).path.read_bytes() for name in names}


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]
