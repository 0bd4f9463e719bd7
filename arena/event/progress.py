"""Display of a running event: a line for each game, and in a terminal the progress."""

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
from arena.event import texts
from arena.event.plan import time_of_day
from arena.parameters import Option
from formats.record import RESULTS
from formats.text import Language, Text
from referee.numbers import number
from tournaments.event.auto_format import duration_text
from tournaments.ledger.ledger_game import LedgerGame
from tournaments.run.tournament import SectionState, Tournament

QuietOption: TypeAlias = Annotated[
    bool,
    Option("--quiet", help=Text("Show only the result.", "Показать только итог.")),
]
_LEADERS = 3
_PER_SECOND = 4
_BAR_WIDTH = 40
_PROGRESS_INTERVAL = 60.0
"""Seconds after which a line about the expected end follows the lines of games."""


@dataclass
class RunView:
    """Display of a running event."""

    tournament: Tournament
    games: int
    """Number of games of the event, as far as it is known."""
    language: Language
    quiet: bool = False
    console: Console = field(default_factory=plain_console)
    _began: float = field(default_factory=monotonic)
    busy: float = 0.0
    """Seconds that the bots took in the games of this run."""
    _played_now: int = 0
    """Number of games of this run."""
    _done_before: int = field(init=False)
    """Number of games that had been played before this run."""

    _progress_shown_at: float = field(default_factory=monotonic)
    """Time of the last line about the progress."""

    def __post_init__(self) -> None:
        self._done_before = self.done

    def screen(self) -> AbstractContextManager[object]:
        """Return the live display, a context manager."""
        return live(self.console, self._picture, _PER_SECOND, quiet=self.quiet)

    def take(self, entry: LedgerGame, tournament: Tournament, games: int) -> None:
        """Show a game that was entered, and the new progress."""
        self.tournament, self.games = tournament, games
        self._played_now += 1
        self.busy += entry.busy
        if self.quiet or self.console.is_terminal:
            return
        # Games that ended together are entered together, before the first of them is shown.
        done = min(self.done, self._done_before + self._played_now)
        # Rich would take longer for this line than the ledger for the game.
        print(game_line(entry, done, games, self.language), file=self.console.file, flush=True)
        if monotonic() >= self._progress_shown_at + _PROGRESS_INTERVAL and self.done < games:
            self._progress_shown_at = monotonic()
            self.console.print(texts.PROGRESS.say(self.language, self._progress()))

    @property
    def done(self) -> int:
        """Number of games played in all."""
        return sum(len(state.entries) for state in self.tournament.sections)

    def _progress(self) -> dict[str, object]:
        return {
            "done": self.done,
            "games": self.games,
            "an_hour": number(self._games_an_hour(), 0),
            "left": self._time_left(),
            "end": self._end(),
        }

    def _picture(self) -> Iterator[Styled | Table]:
        yield Styled(self.tournament.event.title, "bold")
        line = Table.grid(padding=(0, 2))
        line.add_row(
            ProgressBar(self.games, self.done, width=_BAR_WIDTH),
            Styled(texts.PROGRESS.say(self.language, self._progress())),
        )
        yield line
        for state in self.tournament.sections:
            if state.entries:
                leaders = {"section": state.section.name, "leaders": _leaders(state, self.language)}
                yield Styled(texts.LEADERS.say(self.language, leaders), "dim")

    def _games_an_hour(self) -> float:
        return 3600 * self._played_now / max(monotonic() - self._began, 0.001)

    def _time_left(self) -> str:
        if not self._played_now:
            return texts.UNKNOWN.say(self.language)
        return duration_text(self._seconds_left(), self.language)

    def _end(self) -> str:
        return (
            time_of_day(time() + self._seconds_left())
            if self._played_now
            else texts.UNKNOWN.say(self.language)
        )

    def _seconds_left(self) -> float:
        return 3600 * (self.games - self.done) / self._games_an_hour()


def game_line(entry: LedgerGame, done: int, games: int, language: Language) -> str:
    """Return how a game has ended, with the number of games played and of all games."""
    return texts.GAME.say(language, {"done": done, "games": games, **game_values(entry)})


def game_values(entry: LedgerGame) -> dict[str, object]:
    """Return the values of the sentence on how a game has ended."""
    return {
        "section": entry.section,
        "number": entry.number,
        "a": entry.first,
        "b": entry.second,
        "result": RESULTS[entry.winner],
        "ending": entry.ending.title,
        "sentence": entry.sentence,
    }


def _leaders(state: SectionState, language: Language) -> str:
    """Return the top of the table in words."""
    return ", ".join(
        f"{standing.place}. {standing.entrant} {number(float(standing.row.points)).say(language)}"
        for standing in state.standings[:_LEADERS]
    )
