"""Runs bots of games in a browser: one at a time in a game, and a limited number on the machine.

Replies to people come first, and moves in games of bots alone after all of them; within either kind
the client that has used least of the bots' time is next (``arena/site/traffic/fair_queue.py``). If
there are several slots, moves that take long and games of bots alone leave one slot free.
A game of bots alone pauses as soon as nobody watches, and goes on when somebody does.

A bot runs in a thread, in the referee's own sandbox, and the file that it wrote is judged as in a
tournament. Its clock is its thinking time and no more; the clocks of the game stand still, as they
do for a person.
"""

from __future__ import annotations

import asyncio
import socket
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import partial
from pathlib import Path

from anyio import to_thread

from arena.bots.builtin_bots import THINKING_OPTIONS
from arena.site.play import texts
from arena.site.play.watched_game import Play, Seat, Thinking
from arena.site.supervision import begin_task, tell_host
from arena.site.traffic.fair_queue import FairQueue
from formats.games import AnyGame
from formats.matrix import Matrix
from formats.printable import visible
from referee.casual_bot import CasualBot
from referee.casual_game import CasualGame
from referee.judge import Judgement
from referee.program import TURN_STOPPED, Program, RefereeError
from referee.sandbox import Background
from referee.sandbox.isolation_levels import IsolationLevel
from referee.sandbox.launch import note_of_java
from referee.turn import Turn
from referee.verdict import Ending

MOST_PRINTED = 4000
"""Largest number of characters of a bot's output that are shown."""
_READ_SIZE = 1 << 16
"""Bytes of a bot's output that are read at a time."""
_BETWEEN_REPORTS = 0.1
"""Least number of seconds between two reports of a bot's output."""
_EXTRA_SECONDS = Decimal(2)
"""Seconds beyond the thinking time after which a bot is stopped."""
_TRIAL = Decimal(3)
"""Seconds of a program's trial."""
_LONG = 5
"""Seconds a move from which a turn counts as long."""
_PAUSE = 0.35
"""Seconds between two moves of bots, so that people can follow them."""


@dataclass(eq=False)
class Bots:
    """Bots of all games in a browser."""

    path_of: Callable[[str], Path]
    """Function that returns the path of a built-in bot, built if need be, or raises LookupError."""
    isolation: IsolationLevel | None
    background: Background
    most: int
    """Largest number of bots that think at the same time."""
    _tasks: dict[Play, asyncio.Task[None]] = field(default_factory=dict)
    _thinking: dict[Play, CasualBot] = field(default_factory=dict)
    _unwanted: set[Play] = field(default_factory=set)
    """Games whose bot's move will be dropped."""
    _building: defaultdict[str, asyncio.Lock] = field(
        default_factory=partial(defaultdict, asyncio.Lock)
    )
    """Locks held while the bot of that name is built, if need be: once for all games."""

    def __post_init__(self) -> None:
        self._slots = FairQueue(self.most)

    def wake(self, play: Play, *, once: bool = False) -> None:
        """Let bots move until a person is to move, the game is paused or nobody watches.

        With ``once``, only one move is made.
        """
        if play in self._tasks or (play.paused and not once):
            return
        play.fault = None
        if not _is_bot_to_move(play):
            return
        drive = self._drive(play, once=once)
        task = begin_task(drive, "a game with a bot", lambda _: _interrupt(play))
        self._tasks[play] = task
        task.add_done_callback(lambda _: self._forget_task(play))

    def wake_once(self, play: Play) -> None:
        """Let a bot make one move, if one is to move."""
        self.wake(play, once=True)

    async def try_game(self, path: Path, game: AnyGame) -> bool | None:
        """Return whether the program makes a legal move at the start; None if that is not clear.

        The trial waits for a slot as a game of bots alone does.
        """
        async with self._slots.slot("", is_long=True, is_patient=True):
            while not self.background.has_core():
                await asyncio.sleep(_PAUSE)
            return await to_thread.run_sync(self._trial, path, game)

    def _trial(self, path: Path, game: AnyGame) -> bool | None:
        program = Program(path.name, path)
        start = CasualGame.at_start(Matrix(game, game.start()))
        with CasualBot(program, self.isolation, _TRIAL, background=self.background) as bot:
            try:
                verdict = bot.turn(start).judgement.verdict
            except RefereeError:
                return None
        if verdict is not None and verdict.ending is Ending.OUT_OF_TIME:
            return None
        return verdict is None or not verdict.ending.is_fault

    def stop(self, play: Play) -> None:
        """Stop a bot's thinking; its move is dropped."""
        if play in self._tasks:
            self._unwanted.add(play)
        if play in self._thinking:
            self._thinking[play].stop()

    def drop(self, play: Play) -> None:
        """End the bots of a game that nobody plays any more."""
        play.paused = True
        self.stop(play)

    def stop_all(self) -> None:
        for play in list(self._tasks):
            self.drop(play)

    def _forget_task(self, play: Play) -> None:
        del self._tasks[play]
        self._unwanted.discard(play)
        play.thinking = None
        play.notify()

    async def _drive(self, play: Play, *, once: bool) -> None:
        while _is_bot_to_move(play):
            await self._move(play, play.seat, play.seat.bot or "")
            if once or play.paused or play.is_alone:
                return
            if _is_bot_to_move(play):
                await asyncio.sleep(_PAUSE)

    async def _move(self, play: Play, seat: Seat, name: str) -> None:
        """Make one half-move; its result is dropped if the move was stopped meanwhile."""
        self._unwanted.discard(play)
        try:
            turn = await self._run(play, seat, name)
        except LookupError as error:
            tell_host(texts.CANNOT.filled({"name": name, "why": str(error)}))
            play.fault = texts.CANNOT.filled({"name": name, "why": texts.CANNOT_RUN})
        except RefereeError:
            if play not in self._unwanted:
                play.fault = texts.CANNOT.filled({"name": name, "why": texts.CANNOT_RUN})
        else:
            play.thinking = None
            if play not in self._unwanted:
                play.take_bot_turn(_public_judgement(seat, turn), _public_output(seat, turn))
        play.thinking = None
        play.notify()

    async def _run(self, play: Play, seat: Seat, name: str) -> Turn:
        """Build the bot if need be, wait for a place and let it think.

        Raise LookupError if it is missing.
        """
        limit = play.time_left(play.game.player) or seat.think
        _show(play, Thinking(name, limit, waits=texts.BUILDS))
        async with self._building[name]:  # waiting here costs no thread
            program = await to_thread.run_sync(self._program, seat, name)
        _show(play, Thinking(name, limit, waits=texts.QUEUES))
        is_long = play.is_bots_alone or seat.clock is not None or seat.think > _LONG
        async with self._slots.slot(play.client, is_long=is_long, is_patient=play.is_bots_alone):
            await self._wait_for_core(play, Thinking(name, limit, waits=texts.WAITS_FOR_CORE))
            thinking = _show(play, Thinking(name, limit))
            with _output_of(play, seat, thinking) as output_socket:
                watch = begin_task(self._stop_when_alone(play), "a look whether anybody watches")
                try:
                    return await to_thread.run_sync(self._turn, play, seat, program, output_socket)
                finally:
                    watch.cancel()

    async def _stop_when_alone(self, play: Play) -> None:
        """Stop the turn when nobody watches a game of bots alone any more."""
        while play.is_bots_alone:
            await asyncio.sleep(_PAUSE)
            if play.is_alone:
                self.stop(play)

    async def _wait_for_core(self, play: Play, waiting: Thinking) -> None:
        """Wait while games that count are played on all cores.

        Raise RefereeError if nobody wants the move any more.
        """
        self._check_wanted(play)
        while not self.background.has_core():
            _show(play, waiting)
            await asyncio.sleep(_PAUSE)
            self._check_wanted(play)

    def _check_wanted(self, play: Play) -> None:
        """Raise RefereeError if the move was stopped, or is one of bots that nobody watches."""
        if play.is_bots_alone and play.is_alone:
            self._unwanted.add(play)
        if play in self._unwanted:
            raise RefereeError(TURN_STOPPED)

    def _program(self, seat: Seat, name: str) -> Program:
        if seat.program is not None:
            return Program(name, seat.program)
        # With a clock the bot shares out its time itself, as it does in an event.
        is_limited = seat.clock or THINKING_OPTIONS.intersection(seat.arguments)
        think_options = () if is_limited else ("--think", str(seat.think))
        return Program(name, self.path_of(name), (*seat.arguments, *think_options, "--explain"))

    def _turn(
        self, play: Play, seat: Seat, program: Program, output_socket: socket.socket | None
    ) -> Turn:
        time = seat.think + _EXTRA_SECONDS
        with CasualBot(program, self.isolation, time, output_socket, self.background) as bot:
            self._thinking[play] = bot
            try:
                self._check_wanted(play)  # the move may have been stopped before there was a bot
                return bot.turn(play.game if seat.clock else replace(play.game, timed=False))
            finally:
                del self._thinking[play]


def _is_bot_to_move(play: Play) -> bool:
    """Return whether a bot is to move, and can."""
    return not play.game.end and play.seat.bot is not None and not play.fault


def _interrupt(play: Play) -> None:
    """Show that a fault of our own has stopped the bot."""
    name = play.seat.bot or ""
    play.fault = texts.CANNOT.filled({"name": name, "why": texts.CANNOT_RUN})


def _show(play: Play, thinking: Thinking) -> Thinking:
    play.thinking = thinking
    play.notify()
    return thinking


@contextmanager
def _output_of(play: Play, seat: Seat, thinking: Thinking) -> Iterator[socket.socket | None]:
    """Show the bot's output while it thinks; yield no socket for another student's bot."""
    if seat.is_secret:
        yield None
        return
    with BotOutput(partial(_show_output, play, thinking)).open() as output_socket:
        yield output_socket


def _public_judgement(seat: Seat, turn: Turn) -> Judgement:
    """Return the judgement; for another student's bot, without quotations in the verdict."""
    verdict = turn.judgement.verdict
    if verdict is None or not seat.is_secret:
        return turn.judgement
    sentence = verdict.ending.sentence_for_others(verdict.sentence)
    return replace(turn.judgement, verdict=replace(verdict, sentence=sentence))


def _public_output(seat: Seat, turn: Turn) -> str:
    return "" if seat.is_secret else visible_output(turn.run_result.printed)


def _show_output(play: Play, thinking: Thinking, output: str) -> None:
    _show(play, replace(thinking, output=output))


class BotOutput:
    """Output of a bot, reported while it comes, each time from its beginning."""

    def __init__(self, report: Callable[[str], None]) -> None:
        self._report = report
        self._output = bytearray()
        self._waiting: asyncio.TimerHandle | None = None

    @contextmanager
    def open(self) -> Iterator[socket.socket]:
        """Open a pair of sockets, and read from it until it is closed."""
        own_end, bot_end = socket.socketpair()
        loop = asyncio.get_running_loop()
        with own_end, bot_end:
            own_end.setblocking(False)
            loop.add_reader(own_end, self._read, own_end)
            try:
                yield bot_end
            finally:
                loop.remove_reader(own_end)
                if self._waiting:
                    self._waiting.cancel()

    def _read(self, own_end: socket.socket) -> None:
        with suppress(OSError):
            self._output += own_end.recv(_READ_SIZE)
        del self._output[4 * MOST_PRINTED :]  # a letter has at most four bytes
        if self._waiting is None:
            self._waiting = asyncio.get_running_loop().call_later(
                _BETWEEN_REPORTS, self._report_output
            )

    def _report_output(self) -> None:
        self._waiting = None
        self._report(visible_output(self._output[note_of_java(self._output) :]))


def visible_output(printed: bytes | bytearray) -> str:
    """Return output in a form that can be shown."""
    return visible(printed.decode("utf-8", "replace").rstrip("\n"), MOST_PRINTED)
