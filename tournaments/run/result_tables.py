"""Tables for readers and for programs: the standings and the crosstable, by column and row.

This module defines the columns and their order for the terminal, for files that other programs
read, and for the report; the report makes the cells of its crosstable itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TypeAlias

from formats.text import Text
from referee.numbers import localize
from tournaments.run.tournament import SectionState
from tournaments.standings.places import Standing
from tournaments.standings.tie_breaks import TIE_BREAKS

COUNTED_DOWN = frozenset({"fewer-disqualifications", "time-used"})
"""Tie-breaks with negative values, since less is better; readers are shown the positive value."""
_DIGITS = 3
_DIGITS_OF_TIME = range(2, 7)
"""Possible numbers of decimals of a time: as many as are needed to tell times apart."""
_TIE_BREAK = "tie-break-"

Value: TypeAlias = str | Fraction | tuple[int, int] | None
"""A name, a number, a place with the number of entrants who share it, or nothing."""


PLACE = Text("place", "место")
NUMBER = Text("no.", "№")
NAME = Text("name", "участник")
POINTS = Text("points", "очки")
GAMES = Text("games", "партии")
WINS = Text("won", "победы")
DRAWS = Text("drawn", "ничьи")
LOSSES = Text("lost", "поражения")
OFFENCES = Text("offences", "нарушения")
BYES = Text("byes", "пропуски")
BONUS = Text("bonus", "бонус")
RATING = Text("rating", "рейтинг")
RATING_ERROR = Text("± 95 %", "± 95 %")


@dataclass(frozen=True, slots=True)
class Column:
    """A column with its key for programs and its title for readers."""

    key: str
    title: Text
    is_name: bool = False
    """True if the values are names, not numbers."""
    digits: int = _DIGITS
    """Most decimals of a number."""
    is_opponent: bool = False
    """True for the points against an entrant, whose name is the key."""

    @property
    def is_tie_break(self) -> bool:
        """Return whether the column is a tie-break."""
        return self.key.startswith(_TIE_BREAK)


@dataclass(frozen=True, slots=True)
class Table:
    columns: tuple[Column, ...]
    rows: tuple[tuple[Value, ...], ...]

    def without(self, key: str) -> Table:
        """Return the table without a column."""
        indices = [n for n, column in enumerate(self.columns) if column.key != key]
        return Table(
            tuple(self.columns[n] for n in indices),
            tuple(tuple(row[n] for n in indices) for row in self.rows),
        )

    @property
    def plain_rows(self) -> Iterator[tuple[str, ...]]:
        """Yield the rows as programs read them."""
        for row in self._cells:
            yield tuple(plain_text(*cell) for cell in row)

    @property
    def display_rows(self) -> Iterator[tuple[Text, ...]]:
        """Yield the rows as readers see them, with a decimal comma in Russian."""
        for row in self._cells:
            yield tuple(display_text(*cell) for cell in row)

    @property
    def _cells(self) -> Iterator[list[tuple[Value, int]]]:
        for row in self.rows:
            pairs = zip(self.columns, row, strict=True)
            yield [(value, column.digits) for column, value in pairs]


def standings_table(state: SectionState) -> Table:
    """Return the table of the standings, without tie-breaks and byes that decide nothing."""
    table = state.standings
    names = state.section.scoring.tie_breaks
    columns: list[tuple[Column, list[Value]]] = [
        (Column("place", PLACE), [(standing.place, standing.shared) for standing in table]),
        (Column("name", NAME, is_name=True), [standing.entrant for standing in table]),
        (Column("points", POINTS), [standing.row.points for standing in table]),
        *_count_columns(state, table),
    ]
    for index, name in enumerate(names):
        numbers = [_display_number(name, s.tie_breaks[index]) for s in table]
        digits = digits_of(name, numbers)
        column = Column(_TIE_BREAK + name, TIE_BREAKS[name].title, digits=digits)
        values: list[Value] = [*numbers]
        if _has_decided(table, index):
            columns.append((column, values))
    if state.section.bonuses:
        columns.append((Column("bonus", BONUS), [standing.bonus for standing in table]))
    columns += _rating_columns(state, table)
    rows = zip(*(values for _, values in columns), strict=True)
    return Table(tuple(column for column, _ in columns), tuple(rows))


def crosstable_table(state: SectionState) -> Table:
    """Return the crosstable of points; opponents are numbered as in the standings."""
    names = [standing.entrant for standing in state.standings]
    opponents = enumerate(names, start=1)
    columns = (
        Column("number", NUMBER),
        Column("name", NAME, is_name=True),
        *(Column(name, Text(str(n), str(n)), is_opponent=True) for n, name in opponents),
        Column("points", POINTS),
    )
    cells = state.crosstable
    rows = (
        (
            Fraction(number),
            standing.entrant,
            *(
                cells[standing.entrant, name].points if (standing.entrant, name) in cells else None
                for name in names
            ),
            standing.row.points,
        )
        for number, standing in enumerate(state.standings, start=1)
    )
    return Table(columns, tuple(rows))


def plain_text(value: Value, digits: int = _DIGITS) -> str:
    """Return a value as text: 2-3 for a shared place, 4.5, or an empty string."""
    match value:
        case None:
            return ""
        case str():
            return value
        case Fraction():
            text = f"{float(value):.{digits}f}"
            return text.rstrip("0").rstrip(".")
        case place, shared:
            return str(place) if shared == 1 else f"{place}-{place + shared - 1}"


def display_text(value: Value, digits: int = _DIGITS) -> Text:
    """Return a value as a text in both languages: in Russian with a decimal comma."""
    text = plain_text(value, digits)
    return Text(text, text) if isinstance(value, str) else localize(text)


def digits_of(tie_break: str, values: Sequence[Fraction | None]) -> int:
    """Return the decimals of a tie-break: for a time, the fewest that tell all values apart."""
    if tie_break != "time-used":
        return _DIGITS
    distinct = {value for value in values if value is not None}
    for digits in _DIGITS_OF_TIME:
        if len({plain_text(value, digits) for value in distinct}) == len(distinct):
            return digits
    return _DIGITS_OF_TIME[-1]


def _count_columns(
    state: SectionState, table: Sequence[Standing]
) -> Iterator[tuple[Column, list[Value]]]:
    """Yield the columns of counts.

    A disqualification by the teacher counts as one more offence. Programs call offences
    disqualifications, after the rule of an event that they come under.
    """

    def is_decided(standing: Standing) -> bool:
        return standing.disqualified and standing.entrant in state.decisions.departures

    titles = {
        "games": GAMES,
        "wins": WINS,
        "draws": DRAWS,
        "losses": LOSSES,
        "disqualifications": OFFENCES,
        "byes": BYES,
    }
    for key, title in titles.items():
        values: list[Value] = [Fraction(getattr(standing.row, key)) for standing in table]
        if key == "disqualifications":
            values = [Fraction(s.row.disqualifications + is_decided(s)) for s in table]
        if key != "byes" or any(values):
            yield Column(key, title), values


def _rating_columns(
    state: SectionState, table: Sequence[Standing]
) -> Iterator[tuple[Column, list[Value]]]:
    estimates = [state.ratings.entrants[standing.entrant] for standing in table]
    elos: list[Value] = [Fraction(round(estimate.elo)) for estimate in estimates]
    errors: list[Value] = [Fraction(round(estimate.error)) for estimate in estimates]
    yield Column("rating", RATING), elos
    yield Column("rating-error", RATING_ERROR), errors


def _has_decided(table: Sequence[Standing], index: int) -> bool:
    """Return whether a tie-break decided between neighbours whom earlier ones left equal."""
    return any(
        (upper.tier, upper.row.points) == (lower.tier, lower.row.points)
        and upper.tie_breaks[:index] == lower.tie_breaks[:index]
        and None not in (upper.tie_breaks[index], lower.tie_breaks[index])
        and upper.tie_breaks[index] != lower.tie_breaks[index]
        for upper, lower in pairwise(table)
    )


def _display_number(name: str, value: Fraction | None) -> Fraction | None:
    return -value if value is not None and name in COUNTED_DOWN else value
