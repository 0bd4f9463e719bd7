"""One game in a browser: who sits at it, who watches it, and what a person does in it.

A turn of several steps is put together step by step and is only played when it is sent; until then
steps can be undone. A move of one step is played at once.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from decimal import Decimal
from pathlib import Path
from time import monotonic
from typing import Literal, TypeAlias

from arena.bots.ours import Level
from arena.drawing.answers import answer, answer_for_cell
from arena.file.valuation import Valuation
from arena.site.errors import Refusal
from arena.site.play import texts
from formats.game import PLAYERS, BadNotation, LawError, Player
from formats.text import Text
from referee.casual_game import PASS, CasualGame
from referee.judge import Judged

_A_WHILE = 15.0
"""Seconds for which two bots play on with nobody watching: a page that is loaded again, or has lost
its connection, is back before. A page that is not seen hangs up."""
_STREAMS_OF_A_ROLE = 2
"""Streams that each link of a player may have beside those of all who watch: one page may be open
still when it is loaded again."""
_ANSWERED = 200
"""A step that is forbidden is an answer to the person, and no fault of the request."""
MOST_THINK = Decimal(100)
LEAST_THINK = Decimal("0.05")


Role: TypeAlias = Player | Literal["all", "watch"]
"""What a visitor may do: play both sides, or one, or only watch."""
WATCH: Literal["watch"] = "watch"


@dataclass(frozen=True, slots=True)
class Seat:
    bot: str | None = None
    """The bot's name; nothing for a person."""
    think: Decimal = Decimal(1)
    """Seconds a move."""
    program: Path | None = None
    """Where the bot is, if it is not one of ours."""
    is_secret: bool = False
    """Whether the bot is another's: what it prints stays its author's."""
    clock: Decimal | None = None
    """Seconds for the whole game, if there is a clock; a bot then thinks as it does in an event."""
    arguments: tuple[str, ...] = ()
    """Options that a bot of ours is run with, beside its thinking time."""
    level: Level | None = None
    """The level that was asked for instead of a bot's name."""

    @property
    def title(self) -> Text:
        """What stands beside the board."""
        if self.bot is None:
            return texts.PERSON_NAME
        if self.level is None:
            return Text(self.bot, self.bot)
        return texts.NOTED.filled({"name": self.bot, "note": texts.LEVEL_NAMES[self.level]})


@dataclass(frozen=True, slots=True)
class Thinking:
    """A bot at work."""

    name: str
    limit: Decimal
    since: float = field(default_factory=monotonic)
    waits: Text | None = None
    """What for, if it cannot think yet."""
    said: str = ""
    """What it has printed so far."""


@dataclass(eq=False)
class Play:
    game: CasualGame
    seats: Mapping[Player, Seat]
    paused: bool = False
    thinking: Thinking | None = None
    trouble: Text | None = None
    """Why a bot could not be run."""
    version: int = 0
    """The number of the newest message to watchers."""
    moment: int = 0
    """Counts what changes the position: who asks for a step says in which he saw it."""
    watchers: int = 0
    seen_at: float = field(default_factory=monotonic)
    """When a watcher last came or left; at first, when the game began."""
    name: str = ""
    """Where whoever began it finds it."""
    links: Mapping[Role, str] = field(default_factory=dict)
    """Where those find it who play only one side, or watch."""
    onlookers: int = 0
    """Those among the watchers who have no seat."""
    player_streams: Counter[Role] = field(default_factory=Counter)
    """Streams to those who play, which nobody who only watches can take from them."""
    next: Play | None = field(default=None, repr=False)
    """The game that was begun after it, by the same players."""
    values: Valuation | None = None
    """What its positions are worth, if anybody asked."""
    hint: tuple[int, str] | None = None
    """A move that is advised, and in which moment."""
    is_closed: bool = False
    """Whether the game is closed: no more messages are sent."""
    client: str = ""
    """Who began it."""
    on_change: Callable[[Play], None] = field(default=lambda _: None, repr=False)
    """Called at every change, also at such as only watchers are told of."""
    _turn_began: float | None = None
    """When the person to move could begin; nothing before the first move, which takes no time."""
    _printed: dict[int, str] = field(default_factory=dict)
    """What the bots have, by how many moves there were before."""
    _bell: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def seat(self) -> Seat:
        return self.seats[self.game.player]

    @property
    def is_persons(self) -> bool:
        return not self.game.end and self.seat.bot is None

    @property
    def may_pass(self) -> bool:
        return self.is_persons and self.game.may_pass

    @property
    def is_bots_alone(self) -> bool:
        """Return whether no person plays."""
        return all(seat.bot is not None for seat in self.seats.values())

    def has_stream_for(self, role: Role) -> bool:
        """Return whether a player with that link may still have a stream of a player's own."""
        sides = PLAYERS if role == "all" else [player for player in PLAYERS if player == role]
        plays = any(self.seats[side].bot is None for side in sides)
        return plays and self.player_streams[role] < _STREAMS_OF_A_ROLE

    @contextmanager
    def player_stream(self, role: Role) -> Iterator[None]:
        """Hold a stream of a player's own."""
        self.player_streams[role] += 1
        try:
            yield
        finally:
            self.player_streams[role] -= 1

    @property
    def is_alone(self) -> bool:
        """Whether nobody has watched for a while."""
        return not self.watchers and monotonic() >= self.seen_at + _A_WHILE

    @property
    def said(self) -> str:
        """What a bot that printed anything printed last."""
        return next(filter(None, reversed(self._printed.values())), "")

    @property
    def spent(self) -> Decimal:
        """What the person to move has used of his clock in this turn."""
        if self._turn_began is None or not self.is_persons or self.seat.clock is None:
            return Decimal(0)
        return Decimal(f"{monotonic() - self._turn_began:.3f}")

    @property
    def _thought(self) -> Decimal:
        """How long the bot to move has been thinking."""
        began = self.thinking.since if self.thinking and not self.thinking.waits else monotonic()
        return Decimal(f"{monotonic() - began:.3f}")

    @property
    def ticks(self) -> bool:
        """Whether the clock of whoever is to move is running."""
        if self.game.end or self.seat.clock is None:
            return False
        if self.seat.bot is None:
            return self._turn_began is not None
        return self.thinking is not None and self.thinking.waits is None

    def left(self, player: Player) -> Decimal | None:
        """What is left on his clock, if he has one."""
        if self.seats[player].clock is None:
            return None
        used = Decimal(0)
        if player == self.game.player:
            used = self.spent if self.seat.bot is None else self._thought
        return max(self.game.now.time_of(player) - used, Decimal(0))

    def look_at_clock(self) -> None:
        """Ends the game, if the person to move has no time left."""
        if self.game.is_late(self.spent):
            self._turn_to(self.game.out_of_time())

    def at(self, half_moves: int) -> Play:
        """The same game as it was after so many half-moves, to be looked at. Raises Refusal."""
        game: CasualGame | None = self.game
        while game and len(game.moves) > half_moves:
            game = game.before
        if game is None or len(game.moves) != half_moves:
            raise Refusal(404, texts.NO_SUCH_MOVE)
        printed = {n: said for n, said in self._printed.items() if n < half_moves}
        return replace(self, game=game, thinking=None, trouble=None, hint=None, _printed=printed)

    def legal_steps(self) -> list[object]:
        return self.game.steps() if self.is_persons else []

    def step(self, text: str) -> None:
        """Makes one step of a turn, or a move of one step. Raises Refusal."""
        self._must_be_persons()
        try:
            game = self.game.step(text)
        except LawError as error:
            raise Refusal(_ANSWERED, self._why_not(text, error)) from None
        is_move = game.law.turn_length(game.now.position) == 1
        self._turn_to(game.sent(self.spent) if is_move else game)

    def _why_not(self, text: str, error: LawError) -> Text:
        """Return the rule's own sentence on a step that was refused, as far as there is one."""
        if self.game.is_whole:
            return texts.TURN_IS_WHOLE
        if isinstance(error, BadNotation):
            return answer_for_cell(self.game, text) or texts.NO_STEP
        return answer(self.game, text, error.fault)

    def undo(self) -> None:
        """Takes the last step of the unsent turn back."""
        self._turn_to(self.game.step_undone())

    def send(self) -> None:
        """Plays the turn that was put together."""
        self._must_be_persons()
        self._turn_to(self.game.sent(self.spent) if self.game.is_whole else None)

    def pass_turn(self) -> None:
        self._must_be_persons()
        self._turn_to(self.game.enter(PASS, self.spent) if self.may_pass else None)

    def take_bots(self, judged: Judged, said: str) -> None:
        """Plays what a bot has made of its turn, and printed in it."""
        self._printed[len(self.game.moves)] = said
        game = self.game.judged(judged, keep_seconds=True, timed=self.seat.clock is not None)
        if game.moves != self.game.moves:
            self._turn_to(game)
        else:
            self.game = game
            self.ring()

    @property
    def may_take_back(self) -> bool:
        """Whether there is a turn of a person's to take back."""
        return self._taken_back is not None

    def take_back(self) -> None:
        """Goes back to where a person was to move last."""
        self._turn_to(self._taken_back)
        left = len(self.game.moves)
        if self.values is not None:
            self.values.forget_after(left)
        self._printed = {n: said for n, said in self._printed.items() if n < left}
        self.trouble = None

    def pause(self) -> None:
        """Lets no bot think."""
        self.paused = True
        self.ring()

    def resume(self) -> None:
        self.paused = False
        self.ring()

    @property
    def _taken_back(self) -> CasualGame | None:
        return self.game.turn_undone([one for one in PLAYERS if self.seats[one].bot is None])

    def _turn_to(self, game: CasualGame | None) -> None:
        """Goes on from there. Raises Refusal, if that is nowhere."""
        if game is None:
            raise Refusal(409, texts.NOT_NOW)
        if game.moves != self.game.moves:
            self.game = game
            self.begin_turn()
        self.game = game
        self.moment += 1
        self.ring()

    def begin_turn(self) -> None:
        """Let the clock of the player to move run from now on; before the first move none runs."""
        self._turn_began = monotonic() if self.game.moves else None

    def ring(self) -> None:
        """Tell everybody who watches that something has changed."""
        self.on_change(self)
        self.version += 1
        self._bell.set()
        self._bell = asyncio.Event()

    def close(self) -> None:
        self.is_closed = True
        self.ring()

    async def changed(self, seen: int) -> None:
        """Waits until there is a newer version than that."""
        while self.version == seen:
            await self._bell.wait()

    def _must_be_persons(self) -> None:
        self.look_at_clock()
        if not self.is_persons:
            raise Refusal(409, texts.NOT_YOURS)
