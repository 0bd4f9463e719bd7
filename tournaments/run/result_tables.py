"""Tables for people and for programs: the standings and the crosstable, by column and row.

Which columns there are, and in what order, is settled here once, for the terminal, for files that
other programs read, and for the report; the report makes the cells of its crosstable itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby, pairwise
from typing import TypeAlias

from formats.text import Text
from referee.numbers import localized
from tournaments.run.tournament import SectionState
from tournaments.standings.places import Standing
from tournaments.standings.tie_breaks import TIE_BREAKS

COUNTED_DOWN = frozenset({"fewer-disqualifications", "time-used"})
"""Tie-breaks that are negative, since less is better; people are shown how much there was."""
_DIGITS = 3
_DIGITS_OF_TIME = range(2, 7)
"""As many as are needed to see who has used less; the clock has six."""
_TIE_BREAK = "tie-break-"

Value: TypeAlias = str | Fraction | tuple[int, int] | None
"""A name, a number, a place with how many share it, or nothing."""


PLACE = Text("place", "место")
NUMBER = Text("no.", "№")
NAME = Text("name", "участник")
POINTS = Text("points", "очки")
GAMES = Text("games", "партии")
WINS = Text("won", "победы")
DRAWS = Text("drawn", "ничьи")
LOSSES = Text("lost", "поражения")
DISQUALIFICATIONS = Text("disq.", "дискв.")
BYES = Text("byes", "пропуски")
BONUS = Text("bonus", "бонус")
RATING = Text("rating", "рейтинг")
RATING_ERROR = Text("± 95 %", "± 95 %")


@dataclass(frozen=True, slots=True)
class Column:
    """A column: what programs call it, and what people do."""

    key: str
    title: Text
    is_name: bool = False
    """Whether it holds words, not numbers."""
    digits: int = _DIGITS
    """How many a number has after the point, at the most."""

    @property
    def is_tie_break(self) -> bool:
        """Whether it only tells why those stand so who have equal points."""
        return self.key.startswith(_TIE_BREAK)


@dataclass(frozen=True, slots=True)
class Table:
    columns: tuple[Column, ...]
    rows: tuple[tuple[Value, ...], ...]

    def without(self, key: str) -> Table:
        kept = [n for n, column in enumerate(self.columns) if column.key != key]
        return Table(
            tuple(self.columns[n] for n in kept),
            tuple(tuple(row[n] for n in kept) for row in self.rows),
        )

    @property
    def written(self) -> Iterator[tuple[str, ...]]:
        for row in self._cells:
            yield tuple(written(*cell) for cell in row)

    @property
    def told(self) -> Iterator[tuple[Text, ...]]:
        """The rows as people read them."""
        for row in self._cells:
            yield tuple(told(*cell) for cell in row)

    @property
    def _cells(self) -> Iterator[list[tuple[Value, int]]]:
        for row in self.rows:
            pairs = zip(self.columns, row, strict=True)
            yield [(value, column.digits) for column, value in pairs]


def standings_table(state: SectionState) -> Table:
    """Who stands where and why; a column that would say nothing is left out."""
    table = state.standings
    names = state.section.scoring.tie_breaks
    asked = _asked(table)
    columns: list[tuple[Column, list[Value]]] = [
        (Column("place", PLACE), [(one.place, one.shared) for one in table]),
        (Column("name", NAME, is_name=True), [one.entrant for one in table]),
        (Column("points", POINTS), [one.row.points for one in table]),
        *_counts(state, table),
    ]
    for index, name in enumerate(names):
        shown = [_shown(name, row[index]) for row in asked]
        digits = digits_of(name, shown)
        column = Column(_TIE_BREAK + name, TIE_BREAKS[name].title, digits=digits)
        values: list[Value] = [*shown]
        if _has_decided(table, index):
            columns.append((column, values))
    if state.section.bonuses:
        columns.append((Column("bonus", BONUS), [one.bonus for one in table]))
    columns += _ratings(state, table)
    rows = zip(*(values for _, values in columns), strict=True)
    return Table(tuple(column for column, _ in columns), tuple(rows))


def crosstable_table(state: SectionState) -> Table:
    """Who earned how many points of whom; opponents by their number in the table."""
    names = [one.entrant for one in state.standings]
    columns = (
        Column("number", NUMBER),
        Column("name", NAME, is_name=True),
        *(Column(name, Text(str(n), str(n))) for n, name in enumerate(names, start=1)),
        Column("points", POINTS),
    )
    cells = state.crosstable
    rows = (
        (
            Fraction(number),
            one.entrant,
            *(
                cells[one.entrant, foe].points if (one.entrant, foe) in cells else None
                for foe in names
            ),
            one.row.points,
        )
        for number, one in enumerate(state.standings, start=1)
    )
    return Table(columns, tuple(rows))


def written(value: Value, digits: int = _DIGITS) -> str:
    """The value: 2-3 for a shared place, 4.5, or nothing."""
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


def told(value: Value, digits: int = _DIGITS) -> Text:
    """The value as people read it: in Russian, 4,5."""
    text = written(value, digits)
    return Text(text, text) if isinstance(value, str) else localized(text)


def digits_of(tie_break: str, values: Sequence[Fraction | None]) -> int:
    """How many digits a tie-break is written with: of a time, the fewest that tell all apart."""
    if tie_break != "time-used":
        return _DIGITS
    different = {value for value in values if value is not None}
    for digits in _DIGITS_OF_TIME:
        if len({written(value, digits) for value in different}) == len(different):
            return digits
    return _DIGITS_OF_TIME[-1]


def _counts(state: SectionState, table: Sequence[Standing]) -> Iterator[tuple[Column, list[Value]]]:
    """Yield the columns of numbers; a disqualification that the teacher decided counts, too."""

    def decided(one: Standing) -> bool:
        return one.disqualified and one.entrant in state.rulings.departures

    kinds = {
        "games": GAMES,
        "wins": WINS,
        "draws": DRAWS,
        "losses": LOSSES,
        "disqualifications": DISQUALIFICATIONS,
        "byes": BYES,
    }
    for key, title in kinds.items():
        values: list[Value] = [Fraction(getattr(one.row, key)) for one in table]
        if key == "disqualifications":
            values = [Fraction(one.row.disqualifications + decided(one)) for one in table]
        if key != "byes" or any(values):
            yield Column(key, title), values


def _ratings(
    state: SectionState, table: Sequence[Standing]
) -> Iterator[tuple[Column, list[Value]]]:
    estimates = [state.ratings.entrants[one.entrant] for one in table]
    rounded: list[Value] = [Fraction(round(one.elo)) for one in estimates]
    errors: list[Value] = [Fraction(round(one.error)) for one in estimates]
    yield Column("rating", RATING), rounded
    yield Column("rating-error", RATING_ERROR), errors


def _asked(table: Sequence[Standing]) -> list[tuple[Fraction | None, ...]]:
    """What each tie-break said where it was asked: where those before it left some together."""
    asked: list[tuple[Fraction | None, ...]] = []
    for _, group in groupby(table, key=lambda one: (one.row.points, None in one.tie_breaks)):
        said = [one.tie_breaks for one in group]
        asked += [
            tuple(
                value if sum(other[:index] == row[:index] for other in said) > 1 else None
                for index, value in enumerate(row)
            )
            for row in said
        ]
    return asked


def _has_decided(table: Sequence[Standing], index: int) -> bool:
    """Return whether a tie-break has told any two neighbours apart that those before it left."""
    return any(
        one.row.points == other.row.points
        and one.tie_breaks[:index] == other.tie_breaks[:index]
        and None not in (one.tie_breaks[index], other.tie_breaks[index])
        and one.tie_breaks[index] != other.tie_breaks[index]
        for one, other in pairwise(table)
    )


def _shown(name: str, value: Fraction | None) -> Fraction | None:
    return -value if value is not None and name in COUNTED_DOWN else value
