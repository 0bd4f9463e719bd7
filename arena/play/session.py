"""A game in a terminal: its players, its display, and the turns of bots."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from arena.bots.builtin_bots import Size
from arena.console import Styled
from arena.play import texts
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
    """A game, its players and its display."""

    game: CasualGame
    bots: Mapping[Player, CasualBot]
    """Bots by side; a person plays the other sides."""
    adviser: Callable[[Size], CasualBot]
    """Function that returns the bot for hints on a board of a size, or raises LookupError."""
    view: PlayView
    largest_boards: Mapping[str, Size] = field(default_factory=dict)
    """Most columns and rows on which bots play, by their names, where not all are played."""
    pause: Decimal | None = None
    """Seconds between the moves of two bots; None if each waits for Enter."""
    limit: int | None = None
    """Limit of half-moves in positions that are loaded; None for the game's own limit."""
    is_waiting: bool = False
    """True if the bot to move waits for Enter."""
    is_going: bool = True
    _since: float = field(default_factory=time.monotonic)
    """Time when the current turn began."""

    @property
    def people(self) -> list[Player]:
        """Sides that people play."""
        return [player for player in PLAYERS if player not in self.bots]

    @property
    def bot(self) -> CasualBot | None:
        """Bot to move, if one is."""
        return None if self.game.end else self.bots.get(self.game.player)

    @property
    def names(self) -> dict[Player, Text | str]:
        """Names of the players by side."""
        return {
            player: self.bots[player].name if player in self.bots else texts.HUMAN
            for player in PLAYERS
        }

    @property
    def seconds_of_turn(self) -> Decimal:
        """Seconds since the current turn began."""
        return Decimal(time.monotonic() - self._since).quantize(_MILLISECOND)

    def begin(self) -> None:
        """Show the board of the new game, with its players, its legend and a welcome."""
        self.make_bots_wait()
        sides = self.game.board_game.sides
        values = {"a": self.names["A"], "b": self.names["B"]}
        title = self.say(texts.TITLE, **values, a_side=sides["A"], b_side=sides["B"])
        legend = self.say(texts.LEGEND, looks=self.view.legend(self.game.now))
        self.show([title, legend, self.say(texts.WELCOME, example=self.game.board_game.example)])

    def make_bots_wait(self) -> None:
        """Make two bots wait, unless they play with a pause; a person's opponent does not wait."""
        self.is_waiting = not self.people and self.pause is None

    def say(self, text: Text, style: str = "", /, **values: object) -> Styled:
        """Return the text in the reader's language, with a style for the terminal."""
        return Styled(text.say(self.view.language, values), style)

    def tell(self, text: Text, style: str = "", /, **values: object) -> None:
        """Print the text in the reader's language below the board."""
        self.view.console.print(self.say(text, style, **values))

    def show(self, notes: Iterable[Styled] = (), *, legal: bool = False) -> None:
        """Show the game, with notes below it."""
        self.view.show(self.game, notes, legal=legal)

    def go_to(self, game: CasualGame, *notes: Styled) -> None:
        """Go to another position, and show it."""
        if game.now is not self.game.now or (self.game.end and not game.end):
            self._since = time.monotonic()
        self.game = game
        self.show(notes)

    def run_bot(self, bot: CasualBot) -> None:
        """Let a bot make its turn, and show the result."""
        try:
            with self.view.thinking(bot.name):
                turn = bot.turn(self.game)
            self.go_to(self.game.after_turn(turn.judgement), *self._notes_on(bot, turn))
            self.make_bots_wait()
            if self.pause and not self.people and not self.game.end:
                time.sleep(float(self.pause))
        except KeyboardInterrupt:
            self.pause, self.is_waiting = None, True
            self.tell(texts.GAME_STOPPED)
        except RefereeError as error:
            self.is_waiting = True
            self.tell(texts.NO_TURN, "red", name=bot.name, why=error.text)

    def _notes_on(self, bot: CasualBot, turn: Turn) -> Iterator[Styled]:
        if turn.judgement.move is None:
            yield from self.view.lost_turn_lines(turn)
            return
        yield from self.view.output_lines(turn)
        used = seconds(turn.run_result.own_time, 3)
        yield self.say(texts.BOT_TOOK, name=bot.name, seconds=used)
