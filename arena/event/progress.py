"""An event as it is shown while it runs: a line a game, and in a terminal how far it is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from time import monotonic, time
from typing import Annotated, TypeAlias

from rich.console import Console
from rich.progress_bar import ProgressBar
from rich.table import Table

from arena.console import Styled, live, plain_console
from arena.event import texts as words
from arena.event.plan import clock
from arena.parameters import Option
from formats.record import RESULTS
from formats.text import Language, Text
from referee.numbers import number
from tournaments.event.auto_format import period
from tournaments.ledger.ledger_game import LedgerGame
from tournaments.run.tournament import SectionState, Tournament

QuietOption: TypeAlias = Annotated[
    bool,
    Option("--quiet", help=Text("Show only how it ended.", "Показать только, чем кончилось.")),
]
_LEADERS = 3
_PER_SECOND = 4
_BAR = 40
_AGAIN = 60.0
"""Seconds after which lines of games are followed by one that says when all will be done."""


@dataclass
class RunView:
    tournament: Tournament
    games: int
    """How many there will be, as far as is known."""
    speech: Language
    quiet: bool = False
    console: Console = field(default_factory=plain_console)
    _began: float = field(default_factory=monotonic)
    busy: float = 0.0
    """Seconds that the bots took in the games since this run began."""
    _now: int = 0
    """How many these are."""

    _told: float = field(default_factory=monotonic)
    """When it was said last how far the event is."""

    def screen(self) -> AbstractContextManager[object]:
        """Where it is shown while it goes on."""
        return live(self.console, self._picture, _PER_SECOND, quiet=self.quiet)

    def take(self, entry: LedgerGame, tournament: Tournament, games: int) -> None:
        """Takes a game that was entered, and how far the event is with it."""
        self.tournament, self.games = tournament, games
        self._now += 1
        self.busy += entry.busy
        if self.quiet or self.console.is_terminal:
            return
        values: dict[str, object] = {
            "done": self.done,
            "games": self.games,
            "section": entry.section,
            "number": entry.number,
            "a": entry.first,
            "b": entry.second,
            "result": RESULTS[entry.winner],
            "ending": entry.ending.title,
            "sentence": entry.sentence,
        }
        self.console.print(words.GAME.say(self.speech, values))
        if monotonic() >= self._told + _AGAIN and self.done < games:
            self._told = monotonic()
            self.console.print(words.PROGRESS.say(self.speech, self._progress()))

    @property
    def done(self) -> int:
        """Games played in all."""
        return sum(len(state.entries) for state in self.tournament.sections)

    def _progress(self) -> dict[str, object]:
        return {
            "done": self.done,
            "games": self.games,
            "an_hour": number(self._an_hour(), 0),
            "left": self._left(),
            "end": self._end(),
        }

    def _picture(self) -> Iterator[Styled | Table]:
        yield Styled(self.tournament.event.title, "bold")
        line = Table.grid(padding=(0, 2))
        line.add_row(
            ProgressBar(self.games, self.done, width=_BAR),
            Styled(words.PROGRESS.say(self.speech, self._progress())),
        )
        yield line
        for state in self.tournament.sections:
            if state.entries:
                leaders = {"section": state.section.name, "leaders": _leaders(state)}
                yield Styled(words.LEADERS.say(self.speech, leaders), "dim")

    def _an_hour(self) -> float:
        return 3600 * self._now / max(monotonic() - self._began, 0.001)

    def _left(self) -> str:
        if not self._now:
            return words.UNKNOWN.say(self.speech)
        return period(self._seconds_left(), self.speech)

    def _end(self) -> str:
        return clock(time() + self._seconds_left()) if self._now else words.UNKNOWN.say(self.speech)

    def _seconds_left(self) -> float:
        return 3600 * (self.games - self.done) / self._an_hour()


def _leaders(state: SectionState) -> str:
    """The top of the table."""
    top = state.standings[:_LEADERS]
    return ", ".join(f"{one.place}. {one.entrant} {float(one.row.points):g}" for one in top)
