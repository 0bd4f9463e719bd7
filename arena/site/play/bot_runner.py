"""Lets bots make their moves: one at a time a game, and not too many at once on the machine.

A person who waits for a bot's reply comes first, and games of bots alone after all those; among
each, whoever has used least of the bots' time (``arena/site/traffic/fair_queue.py``). Moves that
take long, and games of bots alone, leave a place for the others where there is more than one. A
game of bots alone rests as soon as nobody watches, and goes on when somebody does.

A bot runs in a thread, in the referee's own sandbox, and what it wrote is judged as in a
tournament. Its clock is its thinking time and no more; the clocks of the game stand still, since a
person's do.
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

from arena.bots.ours import THINKING_OPTIONS
from arena.site.play import texts
from arena.site.play.watched_game import Play, Seat, Thinking
from arena.site.supervision import begin_task, tell_host
from arena.site.traffic.fair_queue import FairQueue
from formats.games import AnyGame
from formats.matrix import Matrix
from formats.printable import visible
from referee.casual_bot import CasualBot
from referee.casual_game import CasualGame
from referee.judge import Judged
from referee.program import Program, RefereeError
from referee.sandbox import Background
from referee.sandbox.stages import Stage
from referee.turn import Turn
from referee.verdict import Ending

MOST_SAID = 4000
_ROOM = 1 << 16
_OFTEN = 0.1
"""Seconds at least between two reports of what a bot prints."""
_SPARE = Decimal(2)
"""What a bot has beside its thinking time before it is stopped."""
_TRIAL = Decimal(3)
"""Seconds that a program has which is tried."""
_LONG = 5
"""Seconds a move that are long."""
_PAUSE = 0.35
"""Between two moves of bots, or nobody could follow them."""


@dataclass(eq=False)
class Bots:
    path_of: Callable[[str], Path]
    """Where a bot of ours is, built if need be. It raises LookupError."""
    stage: Stage | None
    background: Background
    most: int
    _tasks: dict[Play, asyncio.Task[None]] = field(default_factory=dict)
    _thinking: dict[Play, CasualBot] = field(default_factory=dict)
    _unwanted: set[Play] = field(default_factory=set)
    """Games whose bot thinks in vain."""
    _building: defaultdict[str, asyncio.Lock] = field(
        default_factory=partial(defaultdict, asyncio.Lock)
    )
    """Held while the bot of that name is built, if need be: once for all games."""

    def __post_init__(self) -> None:
        self._turns = FairQueue(self.most)

    def wake(self, play: Play, *, once: bool = False) -> None:
        """Lets a bot move, if one is to; and the next, until a person is to move or it pauses.

        Or nobody is watching: the next visitor has to wake them again.
        """
        if play in self._tasks or (play.paused and not once):
            return
        play.trouble = None
        if not _is_bots(play):
            return
        drive = self._drive(play, once=once)
        task = begin_task(drive, "a game with a bot", lambda _: _interrupt(play))
        self._tasks[play] = task
        task.add_done_callback(lambda _: self._rest(play))

    def wake_once(self, play: Play) -> None:
        """Lets a bot make one move, if one is to."""
        self.wake(play, once=True)

    async def try_game(self, path: Path, game: AnyGame) -> bool | None:
        """Return whether the program makes a legal move at the start; None if that is not clear.

        It takes a turn as a game of bots alone does.
        """
        async with self._turns.turn("", is_long=True, is_patient=True):
            while not self.background.has_core():
                await asyncio.sleep(_PAUSE)
            return await to_thread.run_sync(self._trial, path, game)

    def _trial(self, path: Path, game: AnyGame) -> bool | None:
        program = Program(path.name, path)
        start = CasualGame.begun(Matrix(game, game.start()))
        with CasualBot(program, self.stage, _TRIAL, background=self.background) as bot:
            try:
                verdict = bot.turn(start).judged.verdict
            except RefereeError:
                return None
        if verdict is not None and verdict.ending is Ending.OUT_OF_TIME:
            return None
        return verdict is None or not verdict.ending.is_fault

    def stop(self, play: Play) -> None:
        """Ends a bot's thinking that nobody wants any more."""
        if play in self._tasks:
            self._unwanted.add(play)
        if play in self._thinking:
            self._thinking[play].stop()

    def drop(self, play: Play) -> None:
        """Called when nobody plays this game any more."""
        play.paused = True
        self.stop(play)

    def stop_all(self) -> None:
        for play in list(self._tasks):
            self.drop(play)

    def _rest(self, play: Play) -> None:
        del self._tasks[play]
        self._unwanted.discard(play)
        play.thinking = None
        play.ring()

    async def _drive(self, play: Play, *, once: bool) -> None:
        while _is_bots(play):
            await self._move(play, play.seat, play.seat.bot or "")
            if once or play.paused or play.is_alone:
                return
            if _is_bots(play):
                await asyncio.sleep(_PAUSE)

    async def _move(self, play: Play, seat: Seat, name: str) -> None:
        """One half-move; its result is dropped if it was stopped meanwhile."""
        self._unwanted.discard(play)
        try:
            turn = await self._run(play, seat, name)
        except LookupError as error:
            tell_host(texts.CANNOT.filled({"name": name, "why": str(error)}))
            play.trouble = texts.CANNOT.filled({"name": name, "why": texts.CANNOT_RUN})
        except RefereeError:
            if play not in self._unwanted:
                play.trouble = texts.CANNOT.filled({"name": name, "why": texts.CANNOT_RUN})
        else:
            play.thinking = None
            if play not in self._unwanted:
                play.take_bots(_judged(seat, turn), _printed(seat, turn))
        play.thinking = None
        play.ring()

    async def _run(self, play: Play, seat: Seat, name: str) -> Turn:
        """Lets the bot think, once it is built and there is room for it. Raises LookupError."""
        limit = play.left(play.game.player) or seat.think
        _show(play, Thinking(name, limit, waits=texts.BUILDS))
        async with self._building[name]:  # threads that wait for it would be missing elsewhere
            program = await to_thread.run_sync(self._program, seat, name)
        _show(play, Thinking(name, limit, waits=texts.QUEUES))
        is_long = play.is_bots_alone or seat.clock is not None or seat.think > _LONG
        async with self._turns.turn(play.client, is_long=is_long, is_patient=play.is_bots_alone):
            await self._have_a_core(play, Thinking(name, limit, waits=texts.WAITS_FOR_CORE))
            thinking = _show(play, Thinking(name, limit))
            with _heard(play, seat, thinking) as output_socket:
                watch = begin_task(self._stop_when_alone(play), "a look whether anybody watches")
                try:
                    return await to_thread.run_sync(self._turn, play, seat, program, output_socket)
                finally:
                    watch.cancel()

    async def _stop_when_alone(self, play: Play) -> None:
        """Stop the turn that goes on when nobody watches a game of bots alone any more."""
        while play.is_bots_alone:
            await asyncio.sleep(_PAUSE)
            if play.is_alone:
                self.stop(play)

    async def _have_a_core(self, play: Play, waiting: Thinking) -> None:
        """Wait while games that count are played on all cores.

        Raises RefereeError if nobody wants the move any more.
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
            raise RefereeError("nobody wants this move any more")

    def _program(self, seat: Seat, name: str) -> Program:
        if seat.program is not None:
            return Program(name, seat.program)
        # With a clock it shares out its time itself, as it does in an event.
        told = seat.clock or THINKING_OPTIONS.intersection(seat.arguments)
        thinks = () if told else ("--think", str(seat.think))
        return Program(name, self.path_of(name), (*seat.arguments, *thinks, "--explain"))

    def _turn(
        self, play: Play, seat: Seat, program: Program, output_socket: socket.socket | None
    ) -> Turn:
        time = seat.think + _SPARE
        with CasualBot(program, self.stage, time, output_socket, self.background) as bot:
            self._thinking[play] = bot
            try:
                self._check_wanted(play)  # it may have been stopped while there was no bot yet
                return bot.turn(play.game if seat.clock else replace(play.game, timed=False))
            finally:
                del self._thinking[play]


def _is_bots(play: Play) -> bool:
    """Whether a bot is to move, and can."""
    return not play.game.end and play.seat.bot is not None and not play.trouble


def _interrupt(play: Play) -> None:
    """Tell the page that a fault of ours has stopped the bot."""
    name = play.seat.bot or ""
    play.trouble = texts.CANNOT.filled({"name": name, "why": texts.CANNOT_RUN})


def _show(play: Play, thinking: Thinking) -> Thinking:
    play.thinking = thinking
    play.ring()
    return thinking


@contextmanager
def _heard(play: Play, seat: Seat, thinking: Thinking) -> Iterator[socket.socket | None]:
    """Where what the bot prints goes while it thinks; nowhere if it is another's."""
    if seat.is_secret:
        yield None
        return
    with BotOutput(partial(_tell, play, thinking)).open() as output_socket:
        yield output_socket


def _judged(seat: Seat, turn: Turn) -> Judged:
    """Return the judgement; of another's bot, without what its verdict quotes."""
    verdict = turn.judged.verdict
    if verdict is None or not seat.is_secret:
        return turn.judged
    sentence = verdict.ending.sentence_for_others(verdict.sentence)
    return replace(turn.judged, verdict=replace(verdict, sentence=sentence))


def _printed(seat: Seat, turn: Turn) -> str:
    return "" if seat.is_secret else said_in(turn.happened.printed)


def _tell(play: Play, thinking: Thinking, said: str) -> None:
    _show(play, replace(thinking, said=said))


class BotOutput:
    """Receives what a bot prints while it prints it, and passes on all of it so far."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._heard = bytearray()
        self._waiting: asyncio.TimerHandle | None = None

    @contextmanager
    def open(self) -> Iterator[socket.socket]:
        """Opens a socket and listens on it until it is closed."""
        ours, theirs = socket.socketpair()
        loop = asyncio.get_running_loop()
        with ours, theirs:
            ours.setblocking(False)
            loop.add_reader(ours, self._hear, ours)
            try:
                yield theirs
            finally:
                loop.remove_reader(ours)
                if self._waiting:
                    self._waiting.cancel()

    def _hear(self, ours: socket.socket) -> None:
        with suppress(OSError):
            self._heard += ours.recv(_ROOM)
        del self._heard[4 * MOST_SAID :]  # letters of four bytes at the most
        if self._waiting is None:
            self._waiting = asyncio.get_running_loop().call_later(_OFTEN, self._speak)

    def _speak(self) -> None:
        self._waiting = None
        self._tell(said_in(self._heard))


def said_in(printed: bytes | bytearray) -> str:
    """What was printed, fit to be shown."""
    return visible(printed.decode("utf-8", "replace").rstrip("\n"), MOST_SAID)
