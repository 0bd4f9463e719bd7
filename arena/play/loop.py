"""A game that is going on in a terminal: who plays it, what is shown of it, and the bots' turns."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from arena.console import Styled
from arena.play import texts as words
from arena.play.screen import PlayView
from formats.game import PLAYERS, Player
from formats.text import Text
from referee.casual_bot import CasualBot
from referee.casual_game import CasualGame
from referee.numbers import seconds
from referee.program import RefereeError
from referee.turn import Turn

_MILLISECOND = Decimal("0.001")


@dataclass
class PlaySession:
    """A game, who plays it, and where it is shown."""

    game: CasualGame
    bots: Mapping[Player, CasualBot]
    """A side that is not among them is played by a person."""
    adviser: Callable[[], CasualBot]
    """The bot that gives hints. Raises LookupError if there is none."""
    view: PlayView
    pause: Decimal | None = None
    """Seconds between the moves of two bots; nothing where each waits for Enter."""
    limit: int | None = None
    held: bool = False
    """Whether a bot that is to move waits for Enter."""
    going: bool = True
    _since: float = field(default_factory=time.monotonic)
    """When the turn that is being made began."""

    @property
    def people(self) -> list[Player]:
        """The sides that persons play."""
        return [player for player in PLAYERS if player not in self.bots]

    @property
    def bot(self) -> CasualBot | None:
        """The bot that is to move, if one is."""
        return None if self.game.end else self.bots.get(self.game.player)

    @property
    def names(self) -> dict[Player, Text | str]:
        return {p: self.bots[p].name if p in self.bots else words.HUMAN for p in PLAYERS}

    @property
    def passed(self) -> Decimal:
        return Decimal(time.monotonic() - self._since).quantize(_MILLISECOND)

    def begin(self) -> None:
        self.hold()
        sides = self.game.law.sides
        values = {"a": self.names["A"], "b": self.names["B"]}
        title = self.say(words.TITLE, **values, a_side=sides["A"], b_side=sides["B"])
        legend = self.say(words.LEGEND, looks=self.view.legend(self.game.now))
        self.show([title, legend, self.say(words.WELCOME, example=self.game.law.example)])

    def hold(self) -> None:
        """Makes two bots wait, unless they were told to go on; a person's opponent does not."""
        self.held = not self.people and self.pause is None

    def say(self, text: Text, style: str = "", /, **values: object) -> Styled:
        return Styled(text.say(self.view.speech, values), style)

    def tell(self, text: Text, style: str = "", /, **values: object) -> None:
        self.view.console.print(self.say(text, style, **values))

    def show(self, notes: Iterable[Styled] = (), *, legal: bool = False) -> None:
        """Shows the game, and these lines under it."""
        self.view.show(self.game, notes, legal=legal)

    def turn_to(self, game: CasualGame, *notes: Styled) -> None:
        """Goes to another position, and shows it."""
        if game.now is not self.game.now:
            self._since = time.monotonic()
        self.game = game
        self.show(notes)

    def let(self, bot: CasualBot) -> None:
        """Lets a bot make its turn, and shows the result."""
        try:
            with self.view.thinking(bot.name):
                turn = bot.turn(self.game)
            self.turn_to(self.game.judged(turn.judged), *self._told(bot, turn))
            self.hold()
            if self.pause and not self.people and not self.game.end:
                time.sleep(float(self.pause))
        except KeyboardInterrupt:
            self.pause, self.held = None, True
            self.tell(words.STOPPED)
        except RefereeError as error:
            self.held = True
            self.tell(words.NO_TURN, "red", name=bot.name, why=error)

    def _told(self, bot: CasualBot, turn: Turn) -> Iterator[Styled]:
        if turn.judged.move is None:
            yield from self.view.trouble(turn)
            return
        yield from self.view.printed(turn)
        used = seconds(turn.happened.own, 3)
        yield self.say(words.BOT_TOOK, name=bot.name, seconds=used)
