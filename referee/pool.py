"""Plays games in parallel, in processes of its own, each of which keeps to one core.

Both players of a game are on the same core, so that neither has an advantage. A game is asked for
only when there is a worker to play it: so the games may come from an endless generator, which can
choose the next one by the results so far, or wait for more results. Games are returned in the order
in which they finish.

A game that a fault of the machine spoilt is void and played again; if its process was killed, by a
new one. When the caller stops asking for results, or is interrupted, the workers end, and with them
every bot.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import ExitStack, nullcontext, suppress
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from types import FrameType
from typing import NamedTuple, TypeAlias

from formats.game import Player
from formats.matrix import Matrix
from referee.bot_game import GameReporter, Played, Setting, play_game
from referee.machine import cores, give_way, machine, pin_to_core
from referee.program import Program, RefereeError
from referee.program_copy import ChangedProgram, verified_copy
from referee.sandbox.core_claims import claim, claimed_cores
from referee.sandbox.kept import KeptSandboxes
from referee.turn import Turn

MOST_PLAYED = 3
"""Attempts at a game before an error is raised."""
_GONE = (
    "the process that played it ended {times} times before the game did (exit status {how});"
    " if the machine lacks memory, play fewer games at once with --jobs"
)
_PATIENCE = 5.0
_LOOK = 0.1
"""Seconds between two checks of whether to give way to other games."""
_PR_SET_PDEATHSIG = 1
_SPAWN = get_context("spawn")


@dataclass(frozen=True, slots=True)
class GameJob:
    """A game to be played; the caller recognizes it by its number."""

    number: int
    programs: Mapping[Player, Program]
    setting: Setting


class Finished(NamedTuple):
    game: GameJob
    played: Played
    voided: int = 0
    """Number of earlier attempts that a fault of the machine spoilt."""
    began: float = 0.0
    """Start of the game, in seconds since 1970."""
    ended: float = 0.0
    machine: str = ""


Watcher: TypeAlias = Callable[[GameJob, Matrix], None]
"""Callback with a game and its position, at its start and now and then."""


def play_all(
    games: Iterable[GameJob],
    jobs: int = 1,
    watcher: Watcher | None = None,
    *,
    gives_way: bool = False,
    beside_games: bool = False,
) -> Generator[Finished, None, None]:
    """Play the games, so many at once. Raises RefereeError if one cannot be played.

    With ``gives_way`` all other programs go first; and playing ends, with games unfinished, when
    others begin to play games that count, unless ``beside_games`` is set.
    """
    waiting = iter(games)
    with ExitStack() as stack:
        idle = [stack.enter_context(_Worker(number, gives_way)) for number in range(jobs)]
        busy: list[_Worker] = []
        while True:
            while idle and idle[-1].begin(waiting, watcher):
                busy.append(idle.pop())
            if not busy:
                return
            ready_links = wait([worker.link for worker in busy], _LOOK if gives_way else None)
            if gives_way and not beside_games and claimed_cores():
                return
            for worker in [worker for worker in busy if worker.link in ready_links]:
                finished = worker.hear(watcher)
                if finished is None:
                    continue
                # Start the next game at once, since the caller may take long over the result.
                if not worker.begin(waiting, watcher):
                    busy.remove(worker)
                    idle.append(worker)
                yield finished


class _Worker:
    """A process that plays one game at a time, as its parent sees it.

    If the process is killed, another one takes its place and plays the game from the start.
    """

    def __init__(self, number: int, gives_way: bool) -> None:  # named by its type
        self._number = number
        self._gives_way = gives_way
        self._game: GameJob | None = None
        self._killed = 0
        """Number of times that the process was killed during this game."""

    def __enter__(self) -> _Worker:
        self._start()
        return self

    def __exit__(self, *_: object) -> None:
        self.link.close()
        self._process.terminate()
        self._process.join(_PATIENCE)
        self._process.kill()

    def begin(self, waiting: Iterator[GameJob], watcher: Watcher | None) -> bool:
        """Give the worker the next game; return False if there is none."""
        self._game, self._killed = next(waiting, None), 0
        if self._game is None:
            return False
        self._give(self._game, watcher)
        return True

    def hear(self, watcher: Watcher | None) -> Finished | None:
        """Receive a message about the game; return the result if the game is finished."""
        assert self._game is not None
        try:
            message = self.link.recv()
        except (EOFError, OSError):
            self._replace_process()
            self._give(self._game, watcher)
            return None
        if isinstance(message, Exception):
            raise message
        if isinstance(message, Finished):
            # The original game, not the copy that came back: the caller may compare them.
            return message._replace(game=self._game, voided=message.voided + self._killed)
        if watcher:
            watcher(self._game, message)
        return None

    def _start(self) -> None:
        """Start the process. Raises RefereeError where that is impossible."""
        core = cores()[(os.getpid() + self._number) % len(cores())]
        try:
            self.link, workers_end = _SPAWN.Pipe()
            with workers_end:
                process = _SPAWN.Process(
                    target=_work, args=(workers_end, core, self._gives_way), daemon=True
                )
                process.start()
        except OSError as error:
            raise RefereeError(f"a process to play games cannot be started: {error}") from None
        self._process = process

    def _give(self, game: GameJob, watcher: Watcher | None) -> None:
        with suppress(OSError):  # The process was just killed, which ``hear`` notices.
            self.link.send((game, watcher is not None))
        if watcher:
            watcher(game, game.setting.start)

    def _replace_process(self) -> None:
        """Start a process in place of a killed one. Raises RefereeError after some attempts."""
        self.link.close()
        self._process.join(_PATIENCE)
        self._process.kill()
        self._killed += 1
        if self._killed == MOST_PLAYED:
            raise RefereeError(_GONE.format(times=MOST_PLAYED, how=self._process.exitcode))
        self._start()


def _work(link: Connection, core: int, gives_way: bool) -> None:
    """Run the worker's process: play games until it is told to end, or its parent is gone."""
    end_with_parent()
    pin_to_core(core)
    # Handlers are set, since bots would inherit "ignore".
    signal.signal(signal.SIGINT, lambda *_: None)
    signal.signal(signal.SIGTERM, _end)
    try:
        if gives_way:
            give_way()
        with nullcontext() if gives_way else claim(core), KeptSandboxes() as kept:
            try:
                _serve(link, kept)
            finally:
                # A second signal must not prevent the sandboxes from being closed.
                signal.signal(signal.SIGTERM, lambda *_: None)
    except (EOFError, OSError):
        pass


def _serve(link: Connection, kept: KeptSandboxes) -> None:
    """Play the games that are sent, and send back the results."""
    while True:
        game, watched = link.recv()
        reporter = GameReporter(link.send)
        link.send(_play(game, reporter, kept) if watched else play_one(game, kept=kept))


def _play(game: GameJob, reporter: GameReporter, kept: KeptSandboxes) -> Finished | Exception:
    try:
        return play_one(game, reporter, kept)
    finally:
        reporter.close()


def end_with_parent() -> None:
    """Make the kernel end this process when its parent is killed, where it is Linux.

    Otherwise it would play on, on a core that another run uses.
    """
    if sys.platform != "linux":
        return
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    parent = parent_process()
    if parent is None or os.getppid() != parent.pid:  # The parent was killed before the call.
        sys.exit()


def _end(_number: int, _frame: FrameType | None) -> None:
    """Exit in the way that closes sandboxes and removes folders."""
    raise SystemExit


def play_one(
    game: GameJob,
    reporter: Callable[[Turn, Matrix], None] | None = None,
    kept: KeptSandboxes | None = None,
) -> Finished | Exception:
    """Play a game in this process; return the error if the machine spoils it repeatedly."""
    for voided in range(MOST_PLAYED):
        started = time.time()
        try:
            programs = {player: verified_copy(program) for player, program in game.programs.items()}
            played = play_game(programs, game.setting, reporter, kept)
            return Finished(game, played, voided, started, time.time(), machine())
        except ChangedProgram as error:
            return error
        except RefereeError as error:
            fault: Exception = error
        except (OSError, MemoryError) as error:
            fault = RefereeError(f"the machine lacks something: {str(error) or 'memory'}")
        except Exception as error:
            error.add_note(traceback.format_exc())
            return error
    return fault
