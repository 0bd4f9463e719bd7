"""One game in a browser: where it stands, what may be done, and doing it.

A turn of several steps is put together step by step and is only played when it is sent; until then
steps can be undone. A move of one step is played at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from pathlib import Path
from time import monotonic

from arena.site.errors import Refusal
from arena.site.play import texts
from formats.board import Cell
from formats.game import LawError, Outcome, Player, Position
from formats.matrix import Matrix
from formats.record import MadeMove
from formats.repetition import REPEATED, is_repeated
from formats.text import Text
from referee.verdict import Verdict, by_law

_PASS = "pass"
_A_WHILE = 600.0
"""Seconds for which two bots play on with nobody watching: a page that is not seen hangs up."""


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A half-move that was played."""

    before: Matrix
    move: MadeMove
    said: str = ""
    """What the bot printed."""


@dataclass(frozen=True, slots=True)
class Thinking:
    """A bot at work."""

    name: str
    limit: Decimal
    since: float = field(default_factory=monotonic)
    waits: Text | None = None
    """What for, if it cannot think yet."""
    said: str = ""
    """What it has printed by now."""


@dataclass(eq=False)
class Play:
    """A game that goes on."""

    start: Matrix
    seats: Mapping[Player, Seat]
    paused: bool = False
    made: list[PlayedMove] = field(default_factory=list)
    steps: list[Position] = field(default_factory=list)
    """After each step of the turn that is not sent yet."""
    thinking: Thinking | None = None
    trouble: Text | None = None
    """Why a bot could not be run."""
    verdict: Verdict | None = None
    """How it ended, where the board does not say so."""
    last_words: str = ""
    """What the bot printed in the turn by which it ended so."""
    version: int = 0
    """Counts all that watchers are told."""
    moment: int = 0
    """Counts what changes the position: who asks for a step says in which he saw it."""
    watchers: int = 0
    seen_at: float = field(default_factory=monotonic)
    """When somebody came to watch last, or left; or when it began."""
    is_closed: bool = False
    """Nobody is told of it any more."""
    _bell: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self.now = self.start

    @property
    def player(self) -> Player:
        """Who is to move."""
        return self.now.position.player

    @property
    def seat(self) -> Seat:
        """Where he sits."""
        return self.seats[self.player]

    @property
    def position(self) -> Position:
        """What is shown: with the steps that are not sent yet."""
        return self.steps[-1] if self.steps else self.now.position

    @property
    def ending(self) -> Verdict | None:
        """How the game has ended."""
        return self.verdict or (by_law(outcome) if (outcome := self._outcome) else None)

    @property
    def _outcome(self) -> Outcome | None:
        repeated = is_repeated([made.move.text for made in self.made])
        return self.now.outcome or (REPEATED if repeated else None)

    @property
    def is_persons(self) -> bool:
        """Whether a person is to move."""
        return self.ending is None and self.seat.bot is None

    @property
    def is_whole(self) -> bool:
        """Whether the steps made are a whole turn, to be sent."""
        return bool(self.steps) and self.position.player != self.player

    @property
    def may_pass(self) -> bool:
        """Whether the turn may be passed."""
        if not self.is_persons or self.steps:
            return False
        try:
            return self._fault_of(_PASS) is None
        except LawError:
            return False

    @property
    def is_alone(self) -> bool:
        """Whether nobody has watched for a while."""
        return not self.watchers and monotonic() >= self.seen_at + _A_WHILE

    def legal_steps(self) -> list[object]:
        """What a person may do next."""
        if not self.is_persons or self.is_whole:
            return []
        return list(self.now.game.steps(self.position))

    def step(self, text: str) -> None:
        """Makes one step of a turn, or a move of one step. Raises Refusal."""
        self._must_be_persons()
        chosen = next((one for one in self.legal_steps() if str(one) == text), None)
        if chosen is None:
            raise Refusal(409, self._why_not(text))
        if self.now.game.turn_length(self.now.position) == 1:
            self.commit(MadeMove(text))
            return
        self.steps.append(self.now.game.step(self.position, chosen))
        self._move_on()

    def undo(self) -> None:
        """Takes the last step of the unsent turn back."""
        if not self.steps:
            raise Refusal(409, texts.NOT_NOW)
        self.steps.pop()
        self._move_on()

    def send(self) -> None:
        """Plays the turn that was put together."""
        self._must_be_persons()
        last = self.position.last
        if not self.is_whole or last is None:
            raise Refusal(409, texts.NOT_NOW)
        self.commit(MadeMove(last))

    def pass_turn(self) -> None:
        """Passes."""
        self._must_be_persons()
        if not self.may_pass:
            raise Refusal(409, texts.NOT_NOW)
        self.commit(MadeMove(_PASS))

    def commit(self, move: MadeMove, said: str = "") -> None:
        """Plays a legal move."""
        before, game = self.now, self.now.game
        position = game.play(before.position, game.parse(move.text))
        self.made.append(PlayedMove(before, move, said))
        self.now = replace(before, position=position)
        self.steps.clear()
        outcome = self._outcome
        self.now = replace(self.now, winner=outcome.winner if outcome else None)
        self._move_on()

    @property
    def may_take_back(self) -> bool:
        """Whether there is a turn of a person's to take back."""
        return any(self.seats[made.before.position.player].bot is None for made in self.made)

    def take_back(self) -> None:
        """Goes back to where a person was to move last."""
        if not self.may_take_back:
            raise Refusal(409, texts.NOT_NOW)
        self.steps.clear()
        self.verdict = self.trouble = None
        self.last_words = ""
        while True:
            self.now = self.made.pop().before
            if self.seat.bot is None:
                break
        self._move_on()

    def _move_on(self) -> None:
        self.moment += 1
        self.ring()

    def ring(self) -> None:
        """Tells all who watch that something has changed."""
        self.version += 1
        self._bell.set()
        self._bell = asyncio.Event()

    def close(self) -> None:
        """Takes leave of all who watch."""
        self.is_closed = True
        self.ring()

    async def changed(self, seen: int) -> None:
        """Waits until there is something newer than what was seen."""
        while self.version == seen:
            await self._bell.wait()

    def _must_be_persons(self) -> None:
        if not self.is_persons:
            raise Refusal(409, texts.NOT_YOURS)

    def _fault_of(self, text: str) -> Text | None:
        """Which rule the whole move breaks. Raises LawError where it is no move at all."""
        game = self.now.game
        fault = game.fault_of(self.now.position, game.parse(text))
        return Text(fault.sentence("en"), fault.sentence("ru")) if fault else None

    def _why_not(self, text: str) -> Text:
        """The law's own sentence on a step that it forbids."""
        steps = self.position.steps if not self.is_whole else ()
        try:
            return self._fault_of("-".join([*map(str, steps), text])) or texts.NO_STEP
        except LawError:
            return texts.NO_STEP


def cells_changed(before: Position, after: Position) -> list[Cell]:
    """The cells that a move has changed."""
    return before.board.differences(after.board)


MOST_THINK = Decimal(100)
LEAST_THINK = Decimal("0.05")


@dataclass(frozen=True, slots=True)
class Seat:
    """A side of the board."""

    bot: str | None = None
    """The bot's name; nothing for a person."""
    think: Decimal = Decimal(1)
    """Seconds a move."""
    program: Path | None = None
    """Where the bot is, if it is none of ours."""

    @property
    def title(self) -> Text:
        """What stands beside the board."""
        return texts.PERSON_NAME if self.bot is None else Text(self.bot, self.bot)
