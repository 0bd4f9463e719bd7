"""A section of the event as data for the templates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NamedTuple

from arena.drawing.html import isolated
from arena.report import texts
from arena.report.facts import Fact, duration_in_words, section_facts, tie_break_titles
from arena.report.page_data import games_by_number
from arena.report.pictures import MOST_LINES, Picture, pictures
from arena.report.series import TimesLookup, read_times_used
from formats.text import Text
from referee.numbers import size_text
from referee.verdict import Ending
from tournaments.ledger.ledger_game import LedgerGame
from tournaments.run.bracket import BracketRound, bracket
from tournaments.run.explanations import explanations
from tournaments.run.placing import broken_ties, shared_bonuses
from tournaments.run.result_tables import Table, display_text, standings_table
from tournaments.run.tournament import SectionState
from tournaments.standings.places import CrosstableCell, Standing
from tournaments.standings.rating import games_of, text_from_estimate

LEAST_WIDE = 16
"""Number of entrants from which a crosstable is wide, and is printed in smaller letters."""
_PODIUM_PLACES = 3


class Bar(NamedTuple):
    """A rating with its interval on the scale of its table, in per cent."""

    low: float
    rating: float
    high: float


class CellView(NamedTuple):
    """A cell of the crosstable as the templates receive it."""

    text: Text | str
    kind: str
    """CSS class: won, lost or even; an empty string where the two have not met."""
    game: int | None
    """Number of the first game played between the two; None if there is none."""
    disqualified: bool
    label: str


@dataclass(frozen=True)
class SectionView:
    """A section as the templates receive it."""

    number: int
    """Number of the section in the event, from 1."""
    state: SectionState
    times_of: TimesLookup = read_times_used
    """Function that returns the times of a game."""

    @property
    def heading(self) -> Text:
        return self.state.section.heading

    @cached_property
    def table(self) -> Table:
        """Standings without the ratings, which are drawn."""
        return standings_table(self.state).without("rating").without("rating-error")

    @property
    def standings_rows(self) -> Iterator[tuple[Standing, tuple[Text, ...], str, Bar | None]]:
        """Rows of the standings: standing, cells, rating in words, bar of the rating."""
        for standing, row in zip(self.state.standings, self.table.display_rows, strict=True):
            name = standing.entrant
            if name in self.rated:
                rating = text_from_estimate(self.state.ratings.entrants[name], "+")
                yield standing, row, rating, self._bar(name)
            else:
                yield standing, row, "", None

    @cached_property
    def rated(self) -> frozenset[str]:
        """Names of the entrants with a game by which they are rated."""
        games = games_of(self.state.progress)
        return frozenset(name for game in games for name in (game.first, game.second))

    def _bar(self, name: str) -> Bar:
        rating = self.state.ratings.entrants[name]
        low, high = self._scale
        return Bar(
            *(
                round(100 * (elo - low) / (high - low), 1)
                for elo in (rating.elo - rating.error, rating.elo, rating.elo + rating.error)
            )
        )

    @cached_property
    def _scale(self) -> tuple[float, float]:
        ratings = [self.state.ratings.entrants[name] for name in self.rated]
        low = min((rating.elo - rating.error for rating in ratings), default=0)
        high = max((rating.elo + rating.error for rating in ratings), default=0)
        return low - 1, high + 1

    @property
    def average_position(self) -> float:
        """Position of the average, the rating 0, on the scale of the ratings, in per cent."""
        low, high = self._scale
        return round(100 * -low / (high - low), 1)

    @property
    def notes(self) -> Iterator[Text]:
        yield from explanations(self.state)
        yield from broken_ties(self.state)
        yield from shared_bonuses(self.state)

    @cached_property
    def bracket(self) -> list[BracketRound]:
        return bracket(self.state)

    @property
    def minor_columns(self) -> frozenset[str]:
        """Columns that a narrow screen leaves out."""
        return frozenset(column.key for column in self.table.columns if column.is_tie_break)

    @property
    def podium(self) -> Sequence[Standing]:
        """Entrants of the first places, all who share one of them included."""
        if not self.state.is_finished:
            return ()
        return [
            standing
            for standing in self.state.standings
            if standing.place <= _PODIUM_PLACES and not standing.departure
        ]

    @cached_property
    def played(self) -> list[LedgerGame]:
        return list(games_by_number(self.state))

    @cached_property
    def pictures(self) -> list[Picture]:
        """Charts of the section."""
        return list(pictures(self.state, self.played, self.times_of))

    most_lines: ClassVar[int] = MOST_LINES

    @property
    def statistics(self) -> Iterator[tuple[str | Text, Text]]:
        games = self.played
        yield str(len(games)), texts.STAT_GAMES
        yield str(sum(game.half_moves for game in games)), texts.STAT_HALF_MOVES
        yield str(sum(game.winner == "D" for game in games)), texts.STAT_DRAWS
        yield str(sum(game.result.disqualified for game in games)), texts.STAT_OFFENCES
        late = sum(game.ending is Ending.OUT_OF_TIME for game in games)
        yield str(late), texts.STAT_OUT_OF_TIME
        yield (
            duration_in_words(float(sum(map(sum, (game.seconds for game in games))))),
            texts.STAT_THINKING,
        )

    @property
    def is_wide(self) -> bool:
        return len(self.state.standings) >= LEAST_WIDE

    @property
    def crosstable_rows(self) -> Iterator[tuple[Standing, list[CellView | None]]]:
        """Crosstable, row by row; None on the diagonal."""
        names = [standing.entrant for standing in self.state.standings]
        for standing in self.state.standings:
            name = standing.entrant
            yield (
                standing,
                [
                    None if opponent == name else self._cell_view(name, opponent)
                    for opponent in names
                ],
            )

    def _cell_view(self, name: str, opponent: str) -> CellView:
        cell = self.state.crosstable.get((name, opponent))
        if cell is None:
            return CellView("", "", None, False, "")
        entries = [self.state.entries.get(game.scheduled_game.id) for game in cell.games]
        played = [entry for entry in entries if entry]
        points = display_text(cell.points)
        return CellView(
            points,
            _kind(cell, name),
            played[0].number if played else None,
            any(game.disqualified(name) or game.disqualified(opponent) for game in cell.games),
            f"{isolated(name)} - {isolated(opponent)}: {points.en} / {len(cell.games)}",
        )

    @property
    def endings(self) -> list[Ending]:
        occurred = {entry.ending for entry in self.played}
        return [ending for ending in Ending if ending in occurred]

    @property
    def facts(self) -> Iterator[Fact]:
        return section_facts(self.state)

    @property
    def advantage(self) -> dict[str, str]:
        """Advantage of playing A, in Elo."""
        rating = self.state.ratings.advantage
        return {"elo": f"{round(rating.elo):+d}", "error": f"{rating.error:.0f}"}

    @property
    def tie_breaks(self) -> Text:
        return tie_break_titles(self.state)

    @staticmethod
    def size_text(count: int) -> Text:
        return size_text(count)


def _kind(cell: CrosstableCell, name: str) -> str:
    won = sum(game.winner == game.side(name) for game in cell.games)
    lost = sum(game.winner not in ("D", game.side(name)) for game in cell.games)
    if won == lost:
        return "even"
    return "won" if won > lost else "lost"
