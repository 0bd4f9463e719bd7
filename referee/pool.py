"""Plays any games side by side, in processes of its own, each of which keeps to one core.

Both players of a game are on the same core, so that neither has an advantage. A game is asked for
only when there is a worker to play it: so the games may come from an endless generator, which can
choose the next one by the results so far, or have none until more results are known. Games come
back in the order in which they finish.

A game that a fault of ours spoilt is void and played again; if its process was killed, by another
that takes its place. When the caller stops asking for results, or is interrupted, the workers end,
and with them every bot.
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
from referee.machine import cores, give_way, keep_to, machine
from referee.program import Program, RefereeError
from referee.program_copy import ChangedProgram, as_it_was
from referee.sandbox.core_claims import claim, claimed_cores
from referee.sandbox.kept import KeptSandboxes
from referee.turn import Turn

MOST_PLAYED = 3
"""How often a game is tried before our fault is told."""
_GONE = (
    "the process that played it ended {times} times before the game did (exit status {how});"
    " if the machine lacks memory, play fewer games at once with --jobs"
)
_PATIENCE = 5.0
_LOOK = 0.1
"""Seconds between two looks at whether to give way."""
_PR_SET_PDEATHSIG = 1
_SPAWN = get_context("spawn")


@dataclass(frozen=True, slots=True)
class GameJob:
    """A game to be played; the number is its giver's, to know it again by."""

    number: int
    programs: Mapping[Player, Program]
    setting: Setting


class Finished(NamedTuple):
    game: GameJob
    played: Played
    voided: int = 0
    """How often it was begun before, and spoilt by a fault of ours."""
    began: float = 0.0
    """Seconds since 1970."""
    ended: float = 0.0
    machine: str = ""


Watcher: TypeAlias = Callable[[GameJob, Matrix], None]
"""Told of a game and how it stands, as it begins and now and then."""


def play_all(
    games: Iterable[GameJob],
    jobs: int = 1,
    watcher: Watcher | None = None,
    *,
    gives_way: bool = False,
    beside_games: bool = False,
) -> Generator[Finished, None, None]:
    """Plays the games, that many at once. Raises RefereeError if one cannot be played.

    What ``gives_way`` is played on what others leave of the cores; and it ends, with games in play,
    when others begin to play games that count, unless it may go on beside them.
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
            told = wait([worker.link for worker in busy], _LOOK if gives_way else None)
            if gives_way and not beside_games and claimed_cores():
                return
            for worker in [worker for worker in busy if worker.link in told]:
                finished = worker.hear(watcher)
                if finished is None:
                    continue
                # It goes on at once, if it can: who takes the result may have much to do with it.
                if not worker.begin(waiting, watcher):
                    busy.remove(worker)
                    idle.append(worker)
                yield finished


class _Worker:
    """A process that plays a game at a time, as those who gave it see it.

    One that is killed is followed by another, which plays its game from the start.
    """

    def __init__(self, number: int, gives_way: bool) -> None:  # named by its type
        self._number = number
        self._gives_way = gives_way
        self._game: GameJob | None = None
        self._killed = 0
        """How often while it played this game."""

    def __enter__(self) -> _Worker:
        self._start()
        return self

    def __exit__(self, *_: object) -> None:
        self.link.close()
        self._process.terminate()
        self._process.join(_PATIENCE)
        self._process.kill()

    def begin(self, waiting: Iterator[GameJob], watcher: Watcher | None) -> bool:
        """Gives it the next game, if there is one."""
        self._game, self._killed = next(waiting, None), 0
        if self._game is None:
            return False
        self._give(self._game, watcher)
        return True

    def hear(self, watcher: Watcher | None) -> Finished | None:
        """Takes in a message about its game."""
        assert self._game is not None
        try:
            news = self.link.recv()
        except (EOFError, OSError):
            self._follow()
            self._give(self._game, watcher)
            return None
        if isinstance(news, Exception):
            raise news
        if isinstance(news, Finished):
            # The original, not the copy that came back: the caller may compare them.
            return news._replace(game=self._game, voided=news.voided + self._killed)
        if watcher:
            watcher(self._game, news)
        return None

    def _start(self) -> None:
        """Raises RefereeError where there is no room for it."""
        core = cores()[(os.getpid() + self._number) % len(cores())]
        try:
            self.link, theirs = _SPAWN.Pipe()
            with theirs:
                process = _SPAWN.Process(
                    target=_work, args=(theirs, core, self._gives_way), daemon=True
                )
                process.start()
        except OSError as error:
            raise RefereeError(f"a process to play games cannot be started: {error}") from None
        self._process = process

    def _give(self, game: GameJob, watcher: Watcher | None) -> None:
        with suppress(OSError):  # it has just been killed: what is heard of it next is its end
            self.link.send((game, watcher is not None))
        if watcher:
            watcher(game, game.setting.start)

    def _follow(self) -> None:
        """Starts another in place of one that is gone. Raises RefereeError after some."""
        self.link.close()
        self._process.join(_PATIENCE)
        self._process.kill()
        self._killed += 1
        if self._killed == MOST_PLAYED:
            raise RefereeError(_GONE.format(times=MOST_PLAYED, how=self._process.exitcode))
        self._start()


def _work(link: Connection, core: int, gives_way: bool) -> None:
    """The worker's process: plays until it is told to end, or its parent is gone."""
    end_with_parent()
    keep_to(core)
    # Handlers, and not "ignore", which the bots would inherit.
    signal.signal(signal.SIGINT, lambda *_: None)
    signal.signal(signal.SIGTERM, _end)
    try:
        if gives_way:
            give_way()
        with nullcontext() if gives_way else claim(core), KeptSandboxes() as kept:
            try:
                _serve(link, kept)
            finally:
                # A second signal must not keep it from closing its sandboxes.
                signal.signal(signal.SIGTERM, lambda *_: None)
    except (EOFError, OSError):
        pass


def _serve(link: Connection, kept: KeptSandboxes) -> None:
    """Plays the games that are sent, and sends back the results."""
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
    """Makes the kernel end this process when the one that started it is killed.

    Else it would play on, on a core that another run thinks its own. Only Linux has a call for it.
    """
    if sys.platform != "linux":
        return
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    parent = parent_process()
    if parent is None or os.getppid() != parent.pid:  # it was killed just before
        sys.exit()


def _end(_number: int, _frame: FrameType | None) -> None:
    """Leaves by the way on which sandboxes are closed and folders removed."""
    raise SystemExit


def play_one(
    game: GameJob,
    reporter: Callable[[Turn, Matrix], None] | None = None,
    kept: KeptSandboxes | None = None,
) -> Finished | Exception:
    """Plays a game in this process, again if a fault of ours spoils it; or that fault."""
    for voided in range(MOST_PLAYED):
        began = time.time()
        try:
            programs = {player: as_it_was(one) for player, one in game.programs.items()}
            played = play_game(programs, game.setting, reporter, kept)
            return Finished(game, played, voided, began, time.time(), machine())
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
