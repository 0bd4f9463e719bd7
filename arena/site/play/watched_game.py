"""A game in a browser: its players, its spectators, and the actions of a person.

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

from arena.bots.builtin_bots import Level
from arena.drawing.answers import answer, answer_for_cell
from arena.file.valuation import Valuation
from arena.site.errors import Refusal
from arena.site.play import texts
from formats.game import PLAYERS, BadNotation, Player, RuleError
from formats.text import Text
from referee.casual_game import PASS, CasualGame
from referee.judge import Judgement

_A_WHILE = 15.0
"""Seconds for which two bots play on without spectators. A page that is loaded again, or has lost
its connection, is back before they are over; a hidden page closes its stream."""
_STREAMS_OF_A_ROLE = 2
"""Streams that each link of a player may have beside those of all spectators. There are two, since
the stream of a page may still be open when the page is loaded again."""
_STATUS_OF_ANSWER = 200
"""HTTP status of the refusal of a forbidden step: the request itself is correct."""
MOST_THINK = Decimal(100)
LEAST_THINK = Decimal("0.05")


Role: TypeAlias = Player | Literal["all", "watch"]
"""Role of a visitor: plays both sides, or one, or only watches."""
WATCH: Literal["watch"] = "watch"


@dataclass(frozen=True, slots=True)
class Seat:
    """A player of the game: a person or a bot."""

    bot: str | None = None
    """Name of the bot; None for a person."""
    think: Decimal = Decimal(1)
    """Thinking time in seconds a move."""
    program: Path | None = None
    """Path of the bot, if it is not a built-in one."""
    is_secret: bool = False
    """True if the bot is another student's: only its author sees its output."""
    clock: Decimal | None = None
    """Seconds for the whole game, if there is a clock; a bot then thinks as it does in an event."""
    arguments: tuple[str, ...] = ()
    """Options of a built-in bot, besides its thinking time."""
    level: Level | None = None
    """Level that was asked for instead of a bot's name."""

    @property
    def title(self) -> Text:
        """Name beside the board."""
        if self.bot is None:
            return texts.PERSON_NAME
        if self.level is None:
            return Text(self.bot, self.bot)
        return texts.NOTED.filled({"name": self.bot, "note": texts.LEVEL_NAMES[self.level]})


@dataclass(frozen=True, slots=True)
class Thinking:
    """A bot that thinks, or waits to think."""

    name: str
    limit: Decimal
    since: float = field(default_factory=monotonic)
    waits: Text | None = None
    """Reason why it cannot think yet, if any."""
    output: str = ""
    """Output so far."""


@dataclass(eq=False)
class Play:
    """A game in a browser."""

    game: CasualGame
    seats: Mapping[Player, Seat]
    paused: bool = False
    thinking: Thinking | None = None
    fault: Text | None = None
    """Reason why a bot could not be run."""
    version: int = 0
    """Number of the newest message to spectators."""
    moment: int = 0
    """Counter of changes of the position: a request for a step names the one that was seen."""
    watchers: int = 0
    """Number of open streams of the game, of players and of spectators."""
    seen_at: float = field(default_factory=monotonic)
    """Time when a spectator last came or left; at first, when the game began."""
    name: str = ""
    """Name in the address of the client that began the game."""
    links: Mapping[Role, str] = field(default_factory=dict)
    """Names in the addresses of those who play only one side, or watch."""
    onlookers: int = 0
    """Number of streams of spectators, who play no side."""
    player_streams: Counter[Role] = field(default_factory=Counter)
    """Streams of players, which spectators cannot take from them."""
    next: Play | None = field(default=None, repr=False)
    """Game that the same players began after this one."""
    values: Valuation | None = None
    """Worths of its positions, if anybody asked."""
    hint: tuple[int, str] | None = None
    """An advised move, and its moment."""
    is_closed: bool = False
    """True if the game is closed: no more messages are sent."""
    client: str = ""
    """Client that began it."""
    on_change: Callable[[Play], None] = field(default=lambda _: None, repr=False)
    """Function called at every change, also at changes that only spectators see."""
    _turn_began: float | None = None
    """Time when the person to move could begin; None before the first move, which takes no time."""
    _printed: dict[int, str] = field(default_factory=dict)
    """Output of the bots, by the number of moves before it."""
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def seat(self) -> Seat:
        return self.seats[self.game.player]

    @property
    def is_person_to_move(self) -> bool:
        """Return whether the game goes on and a person is to move."""
        return not self.game.end and self.seat.bot is None

    @property
    def may_pass(self) -> bool:
        """Return whether the person to move may pass."""
        return self.is_person_to_move and self.game.may_pass

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
        """Return whether nobody has watched for a while."""
        return not self.watchers and monotonic() >= self.seen_at + _A_WHILE

    @property
    def output(self) -> str:
        """Latest output of a bot that printed anything."""
        return next(filter(None, reversed(self._printed.values())), "")

    @property
    def seconds_of_turn(self) -> Decimal:
        """Time that the person to move has used in this turn."""
        if self._turn_began is None or not self.is_person_to_move or self.seat.clock is None:
            return Decimal(0)
        return Decimal(f"{monotonic() - self._turn_began:.3f}")

    @property
    def _thinking_seconds(self) -> Decimal:
        """Time for which the bot to move has been thinking."""
        began = self.thinking.since if self.thinking and not self.thinking.waits else monotonic()
        return Decimal(f"{monotonic() - began:.3f}")

    @property
    def ticks(self) -> bool:
        """Return whether the clock of the player to move is running."""
        if self.game.end or self.seat.clock is None:
            return False
        if self.seat.bot is None:
            return self._turn_began is not None
        return self.thinking is not None and self.thinking.waits is None

    def time_left(self, player: Player) -> Decimal | None:
        """Return the time left on the player's clock; None without a clock."""
        if self.seats[player].clock is None:
            return None
        used = Decimal(0)
        if player == self.game.player:
            used = self.seconds_of_turn if self.seat.bot is None else self._thinking_seconds
        return max(self.game.now.time_of(player) - used, Decimal(0))

    def check_clock(self) -> None:
        """End the game if the person to move has no time left."""
        if self.game.is_late(self.seconds_of_turn):
            self._go_on_with(self.game.out_of_time())

    def at(self, half_moves: int) -> Play:
        """Return a copy of the game after so many half-moves. Raise Refusal if there were fewer."""
        game: CasualGame | None = self.game
        while game and len(game.moves) > half_moves:
            game = game.before
        if game is None or len(game.moves) != half_moves:
            raise Refusal(404, texts.NO_SUCH_MOVE)
        printed = {
            number: output for number, output in self._printed.items() if number < half_moves
        }
        return replace(self, game=game, thinking=None, fault=None, hint=None, _printed=printed)

    def legal_steps(self) -> list[object]:
        return self.game.steps() if self.is_person_to_move else []

    def step(self, text: str) -> None:
        """Make one step of a turn, or a move of one step. Raise Refusal if it is not legal."""
        self._check_persons_turn()
        try:
            game = self.game.step(text)
        except RuleError as error:
            raise Refusal(_STATUS_OF_ANSWER, self._why_not(text, error)) from None
        is_move = game.board_game.turn_length(game.now.position) == 1
        self._go_on_with(game.with_turn_made(self.seconds_of_turn) if is_move else game)

    def _why_not(self, text: str, error: RuleError) -> Text:
        """Return the sentence on why the step is not legal: that of the rules, if they have one."""
        if self.game.is_whole:
            return texts.TURN_IS_WHOLE
        if isinstance(error, BadNotation):
            return answer_for_cell(self.game, text) or texts.NO_STEP
        return answer(self.game, text, error.fault)

    def undo(self) -> None:
        """Take back the last step of the unsent turn."""
        self._go_on_with(self.game.step_undone())

    def send(self) -> None:
        """Play the turn that was put together. Raise Refusal if it is not complete."""
        self._check_persons_turn()
        self._go_on_with(
            self.game.with_turn_made(self.seconds_of_turn) if self.game.is_whole else None
        )

    def pass_turn(self) -> None:
        """Pass the turn of the person to move. Raise Refusal if that is not possible now."""
        self._check_persons_turn()
        self._go_on_with(self.game.enter(PASS, self.seconds_of_turn) if self.may_pass else None)

    def take_bot_turn(self, judgement: Judgement, output: str) -> None:
        """Play the bot's judged move, and keep its output."""
        self._printed[len(self.game.moves)] = output
        game = self.game.after_turn(judgement, keep_seconds=True, timed=self.seat.clock is not None)
        if game.moves != self.game.moves:
            self._go_on_with(game)
        else:
            self.game = game
            self.notify()

    @property
    def may_take_back(self) -> bool:
        """Return whether there is a person's turn to take back."""
        return self._game_taken_back is not None

    def take_back(self) -> None:
        """Go back to the position in which a person was to move last."""
        self._go_on_with(self._game_taken_back)
        move_count = len(self.game.moves)
        if self.values is not None:
            self.values.forget_after(move_count)
        self._printed = {
            number: output for number, output in self._printed.items() if number < move_count
        }
        self.fault = None

    def pause(self) -> None:
        """Let no bot think."""
        self.paused = True
        self.notify()

    def resume(self) -> None:
        self.paused = False
        self.notify()

    @property
    def _game_taken_back(self) -> CasualGame | None:
        return self.game.turn_undone(
            [player for player in PLAYERS if self.seats[player].bot is None]
        )

    def _go_on_with(self, game: CasualGame | None) -> None:
        """Make this the state of the game. Raise Refusal if it is None."""
        if game is None:
            raise Refusal(409, texts.NOT_NOW)
        if game.moves != self.game.moves or (self.game.end and not game.end):
            self.game = game
            self.begin_turn()
        self.game = game
        self.moment += 1
        self.notify()

    def begin_turn(self) -> None:
        """Start the clock of the player to move; before the first move none runs."""
        self._turn_began = monotonic() if self.game.moves else None

    def notify(self) -> None:
        """Call ``on_change`` and wake all streams, since something has changed."""
        self.on_change(self)
        self.version += 1
        self._changed.set()
        self._changed = asyncio.Event()

    def close(self) -> None:
        self.is_closed = True
        self.notify()

    async def wait_for_change(self, version: int) -> None:
        """Wait until the game's version differs from ``version``."""
        while self.version == version:
            await self._changed.wait()

    def _check_persons_turn(self) -> None:
        self.check_clock()
        if not self.is_person_to_move:
            raise Refusal(409, texts.NOT_YOURS)
