"""Plays games in parallel, in workers (``referee/worker.py``), each of which keeps to one core.

Both players of a game are on the same core, so that neither has an advantage. A game is asked for
only when there is a worker to play it: so the games may come from an endless generator, which can
choose the next one by the results so far, or wait for more results. Games are returned in the order
in which they finish.

A game that a fault of the machine spoilt is void and played again; if its worker was killed, by a
new one. When the caller stops asking for results, or is interrupted, the workers end, and with them
every bot.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar, cast

from formats.game import Player
from formats.matrix import Matrix
from formats.text import Text, reason
from referee.bot_game import GameReporter, PlayedGame, Setting, play_game
from referee.machine import cores, give_way, machine, pin_to_core
from referee.program import Program, RefereeError
from referee.program_copy import ChangedProgram, verified_copy
from referee.sandbox.core_claims import claim, claimed_cores
from referee.sandbox.idle_sandboxes import IdleSandboxes
from referee.turn import Turn
from referee.worker import Answer, Tell, Worker, WorkerEnded

MOST_PLAYED = 3
"""Attempts at a game before an error is raised."""
_GONE = Text(
    "the process that played it ended {times} times before the game did (exit status {status});"
    " if the machine lacks memory, play fewer games at once with --jobs",
    "процесс, в котором она шла, {times} раза завершался раньше её конца (код {status});"
    " если не хватает памяти, играйте меньше партий сразу (--jobs)",
)
_NO_PROCESS = Text(
    "a process to play games cannot be started: {why}",
    "не удалось запустить процесс для партий: {why}",
)
_MACHINE_FAILED = Text("the machine could not play it: {why}", "машина не смогла её сыграть: {why}")
_NOT_PLAYED = Text(
    "the game {a} - {b} was void {times} times: {why}",
    "партия {a} — {b} недействительна {times} раза: {why}",
)
_NO_MEMORY = Text("not enough memory", "не хватило памяти")
_CHECK_INTERVAL = 0.1
"""Seconds between two checks of whether to give way to other games."""


@dataclass(frozen=True, slots=True)
class GameJob:
    """A game to be played; the caller recognizes it by its number."""

    number: int
    programs: Mapping[Player, Program]
    setting: Setting


class FinishedGame(NamedTuple):
    """A played game with its job, its times and its machine."""

    game: GameJob
    played: PlayedGame
    voided: int = 0
    """Number of earlier attempts that a fault of the machine spoilt."""
    began: float = 0.0
    """Start of the game, in seconds since 1970."""
    ended: float = 0.0
    machine: str = ""
    """Name, processors and system of the machine that played, as ``referee.machine`` tells them."""


Job = TypeVar("Job", bound=GameJob)
Result = TypeVar("Result")
Digest: TypeAlias = Callable[[FinishedGame], Result]
"""Function of a module that a worker applies to a finished game; its result goes to the parent."""


class JobResult(NamedTuple, Generic[Job, Result]):
    """The result of a job: a finished game as the parent receives it."""

    game: Job
    result: Result
    killed: int
    """Number of times that a process was killed while it played the game."""


class _Order(NamedTuple):
    """A game to be played."""

    game: GameJob
    is_watched: bool
    digest: Digest[Any]


Watcher: TypeAlias = Callable[[Job, Matrix], None]
"""Callback with a game and its position, at its start and now and then."""


def play_all(
    games: Iterable[GameJob],
    parallel_games: int = 1,
    watcher: Watcher[GameJob] | None = None,
    *,
    gives_way: bool = False,
    beside_games: bool = False,
) -> Generator[FinishedGame, None, None]:
    """Play the games as ``play_batches`` does; yield each with all its turns."""
    batches = play_batches(
        games,
        keep_all_turns,
        parallel_games,
        watcher,
        gives_way=gives_way,
        beside_games=beside_games,
    )
    with closing(batches):
        yield from finished_games(batches)


def finished_games(batches: Iterable[list[JobResult[Job, FinishedGame]]]) -> Iterator[FinishedGame]:
    """Yield the finished games of batches whose digest is ``keep_all_turns``."""
    for batch in batches:
        for ended in batch:
            # The original game, not the copy that came back: the caller may compare them.
            voided = ended.result.voided + ended.killed
            yield ended.result._replace(game=ended.game, voided=voided)


def keep_all_turns(finished: FinishedGame) -> FinishedGame:
    """Return the finished game: the digest for a caller who needs all its turns."""
    return finished


def play_batches(  # noqa: PLR0913 - each is a choice of its own
    games: Iterable[Job],
    digest: Digest[Result],
    parallel_games: int = 1,
    watcher: Watcher[Job] | None = None,
    *,
    gives_way: bool = False,
    beside_games: bool = False,
) -> Generator[list[JobResult[Job, Result]], None, None]:
    """Play the games, so many at once; yield those that have ended together.

    Raise RefereeError if a game cannot be played, after yielding those that have ended together
    with it. With ``gives_way`` all other programs go first; and playing ends, with games
    unfinished, when others begin to play games that count, unless ``beside_games`` is set.
    """
    games_to_play = iter(games)
    with ExitStack() as stack:
        idle: list[_GameWorker[Job, Result]] = []
        busy: dict[Connection, _GameWorker[Job, Result]] = {}

        def start_games() -> None:
            while len(busy) < parallel_games and (game := next(games_to_play, None)) is not None:
                if not idle:
                    new_worker = _GameWorker[Job, Result](len(busy), digest, gives_way)
                    idle.append(stack.enter_context(closing(new_worker)))
                worker = idle.pop()
                worker.begin(game, watcher)
                busy[worker.link] = worker

        while True:
            start_games()
            if not busy:
                return
            ready_links = wait(list(busy), _CHECK_INTERVAL if gives_way else None)
            if gives_way and not beside_games and claimed_cores():
                return
            batch: list[JobResult[Job, Result]] = []
            failure: Exception | None = None
            for link in ready_links:
                worker = busy.pop(cast("Connection", link))
                try:
                    ended = worker.receive(watcher)
                    if ended is None:
                        busy[worker.link] = worker
                        continue
                    batch.append(ended)
                    idle.append(worker)
                    if not failure:
                        start_games()  # at once, since the caller may take long over the results
                except Exception as error:
                    failure = error
            if batch:
                yield batch
            if failure:
                raise failure


class _GameWorker(Generic[Job, Result]):
    """A worker that plays one game at a time.

    If the process is killed, another one takes its place and plays the game from the start.
    """

    def __init__(self, number: int, digest: Digest[Result], gives_way: bool) -> None:
        self._digest = digest
        core = cores()[(os.getpid() + number) % len(cores())]
        self._prepare = partial(_sandboxes_on_core, core, gives_way)
        self._worker = self._new_worker()
        self._game: Job | None = None
        self._kill_count = 0
        """Number of times that the process was killed during this game."""

    @property
    def link(self) -> Connection:
        """The end of a pipe that can be read when there is a message."""
        return self._worker.link

    def close(self) -> None:
        self._worker.close()

    def begin(self, game: Job, watcher: Watcher[Job] | None) -> None:
        """Give the worker its next game."""
        self._game, self._kill_count = game, 0
        self._send_game(game, watcher)

    def receive(self, watcher: Watcher[Job] | None) -> JobResult[Job, Result] | None:
        """Receive a message about the game; return the result if the game is finished."""
        assert self._game is not None
        try:
            message = self._worker.receive()
        except WorkerEnded as end:
            self._kill_count += 1
            if self._kill_count == MOST_PLAYED:
                raise RefereeError(_GONE, times=MOST_PLAYED, status=end.status) from None
            self._worker = self._new_worker()
            self._send_game(self._game, watcher)
            return None
        if isinstance(message, Answer):
            return JobResult(self._game, message.value, self._kill_count)
        if watcher and message:
            watcher(self._game, message.value)
        return None

    def _new_worker(self) -> Worker[_Order, Matrix, Result]:
        """Start a process. Raise RefereeError where that is impossible."""
        try:
            return Worker(_play, self._prepare)
        except OSError as error:
            raise RefereeError(_NO_PROCESS, why=reason(error)) from None

    def _send_game(self, game: Job, watcher: Watcher[Job] | None) -> None:
        self._worker.send(_Order(game, watcher is not None, self._digest))
        if watcher:
            watcher(game, game.setting.start)


@contextmanager
def _sandboxes_on_core(core: int, gives_way: bool) -> Iterator[IdleSandboxes]:
    """Keep this process to the core; yield the sandboxes that it reuses."""
    pin_to_core(core)
    if gives_way:
        give_way()
    with nullcontext() if gives_way else claim(core), IdleSandboxes() as sandboxes:
        yield sandboxes


def _play(order: _Order, tell: Tell[Matrix], sandboxes: IdleSandboxes) -> Any:
    """Play the game of the order, and send its positions if it is watched."""
    with closing(GameReporter(tell)) as reporter:
        finished = play_one(order.game, reporter if order.is_watched else None, sandboxes)
    return order.digest(finished)


def play_one(
    game: GameJob,
    reporter: Callable[[Turn, Matrix], None] | None = None,
    sandboxes: IdleSandboxes | None = None,
) -> FinishedGame:
    """Play a game in this process. Raise RefereeError if the machine spoils it repeatedly."""
    for voided in range(MOST_PLAYED):
        started = time.time()
        try:
            programs = {player: verified_copy(program) for player, program in game.programs.items()}
            played = play_game(programs, game.setting, reporter, sandboxes)
            return FinishedGame(game, played, voided, started, time.time(), machine())
        except ChangedProgram:
            raise
        except RefereeError as error:
            last_error = error
        except (OSError, MemoryError) as error:
            why = reason(error) if isinstance(error, OSError) else _NO_MEMORY
            last_error = RefereeError(_MACHINE_FAILED, why=why)
    names = {player.lower(): program.name for player, program in game.programs.items()}
    raise RefereeError(_NOT_PLAYED, **names, times=MOST_PLAYED, why=last_error.text)
