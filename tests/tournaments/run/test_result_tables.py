"""The tables that are shown: columns and values."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from formats.text import Text
from tests.formats.games.example_games import SHORT
from tests.tournaments.events import tournament_in
from tests.tournaments.filled_ledger import EVENT, fill
from tournaments.ledger import open_ledger
from tournaments.run.result_tables import (
    crosstable_table,
    digits_of,
    display_text,
    plain_text,
    standings_table,
)
from tournaments.run.tournament import SectionState, Tournament, tournament_from_ledger


def column(state: SectionState, key: str) -> list[str]:
    """Return the values in a column of the standings as text."""
    table = standings_table(state)
    index = [each.key for each in table.columns].index(key)
    return [row[index] for row in table.plain_rows]


def test_columns_stand_in_their_order(tournament: Tournament) -> None:
    short = tournament.sections[2]
    assert [column.key for column in standings_table(short).columns] == [
        *("place", "name", "points", "games", "wins", "draws", "losses", "disqualifications"),
        *("bonus", "rating", "rating-error"),
    ]


def test_every_column_has_a_key_of_its_own(tournament: Tournament) -> None:
    for state in tournament.sections:
        keys = [column.key for column in standings_table(state).columns]
        assert len(set(keys)) == len(keys)


def test_byes_are_shown_where_there_are_any(tournament: Tournament) -> None:
    _, swiss, short = tournament.sections
    assert sum(map(int, column(swiss, "byes"))) == 2
    assert "byes" not in [shown.key for shown in standings_table(short).columns]


def test_numbers_are_those_of_the_standings(tournament: Tournament) -> None:
    for state in tournament.sections:
        assert column(state, "name") == [standing.entrant for standing in state.standings]
        assert column(state, "wins") == [str(standing.row.wins) for standing in state.standings]
        games = sum(standing.row.games for standing in state.standings)
        assert sum(map(int, column(state, "games"))) == games


def test_a_tie_break_that_separates_nobody_is_not_shown(tmp_path: Path) -> None:
    """Before the first game all entrants are equal in every tie-break."""
    with open_ledger(fill(tmp_path, most=0)) as ledger:
        section = tournament_from_ledger(ledger).sections[0]
    assert column(section, "place") == ["1-4"] * 4
    assert not any(shown.is_tie_break for shown in standings_table(section).columns)


def test_each_tie_break_that_is_shown_has_separated_somebody(tournament: Tournament) -> None:
    shown = 0
    for state in tournament.sections:
        names = state.section.scoring.tie_breaks
        for tie_break in standings_table(state).columns:
            if tie_break.is_tie_break:
                index = names.index(tie_break.key.removeprefix("tie-break-"))
                values = [
                    (s.tier, s.row.points, s.tie_breaks[: index + 1]) for s in state.standings
                ]
                ties = {(tier, points, before[:index]) for tier, points, before in values}
                assert len(set(values)) > len(ties)
                shown += 1
    assert shown


GROUPS = f"""\
title = "Groups"
game = "{SHORT}"
size = [4, 3]
format = "groups"
groups = 2
advance = 1
tie-breaks = ["wins"]
entrants = [{", ".join(f'{{ name = "{name}", bot = "{SHORT}-random" }}' for name in "abcd")}]
"""


def test_neighbours_of_two_tiers_are_not_compared_by_tie_breaks(tmp_path: Path) -> None:
    """Draw all games of the groups; let A win both games of the final."""
    folder = fill(tmp_path / "groups", GROUPS)
    (state,) = tournament_in(folder).sections
    (game, *_), state = list(state.entries.values()), replace(state, entries={})
    while due := list(state.progress.to_play()):
        for g in due:
            entry = replace(
                game,
                id=g.id,
                number=g.number,
                round=g.match.round,
                start=g.start,
                first=g.first,
                second=g.second,
                winner="A" if g.match.round > 1 else "D",
                half_moves=9,
            )
            state = replace(state, entries={**state.entries, g.id: entry})
    assert [(s.entrant, s.tier, int(s.row.points), s.row.wins) for s in state.standings] == [
        *(("a", 0, 1, 1), ("b", 0, 1, 1), ("c", 1, 1, 0), ("d", 1, 1, 0))
    ]
    assert not any(shown.is_tie_break for shown in standings_table(state).columns)


def test_a_tie_break_after_the_deciding_one_is_not_shown(tournament: Tournament) -> None:
    for state in tournament.sections:
        table = standings_table(state)
        ties = [n for n, tie_break in enumerate(table.columns) if tie_break.is_tie_break]
        rows = [
            [state.standings[m].row.points, *(row[n] for n in ties)]
            for m, row in enumerate(table.rows)
        ]
        for row in rows:
            shown = [n for n, value in enumerate(row) if value is not None]
            assert shown == list(range(len(shown)))
            if len(shown) > 1:
                before = row[: len(shown) - 1]
                assert sum(other[: len(before)] == before for other in rows) > 1


def test_less_is_shown_as_how_much_there_was(tmp_path: Path) -> None:
    text = EVENT.replace("seed = 2014", 'seed = 2014\ntie-breaks = ["time-used"]')
    with open_ledger(fill(tmp_path, text, most=12)) as ledger:
        section = tournament_from_ledger(ledger).sections[0]
    times = [text for text in column(section, "tie-break-time-used") if text]
    assert times
    assert all(float(text) > 0 for text in times)


def test_people_read_decimals_as_their_language_writes_them() -> None:
    assert display_text(Fraction("4.5")) == Text("4.5", "4,5")
    assert display_text((2, 2)) == Text("2-3", "2-3")
    assert display_text("bot.py") == Text("bot.py", "bot.py"), "a name is no number"


def test_time_is_shown_as_finely_as_it_decides(tmp_path: Path) -> None:
    """Otherwise the table would not show why two entrants have different places."""
    text = EVENT.replace("seed = 2014", 'seed = 2014\ntie-breaks = ["time-used"]')
    with open_ledger(fill(tmp_path, text, most=12)) as ledger:
        section = tournament_from_ledger(ledger).sections[0]
    times = column(section, "tie-break-time-used")
    used = [standing.tie_breaks[0] for standing in section.standings]
    shown = {seconds: text for seconds, text in zip(used, times, strict=True) if text}
    assert len(set(shown.values())) == len(shown) > 1


def test_times_have_no_more_digits_than_tell_them_apart() -> None:
    apart = [Fraction("1.25"), Fraction("1.5"), None]
    assert digits_of("time-used", apart) == 2
    assert digits_of("time-used", [*apart, Fraction("1.2501")]) == 4
    assert digits_of("time-used", [Fraction("1.0000001"), Fraction(1)]) == 6


def test_crosstable_is_symmetric(tournament: Tournament) -> None:
    section = tournament.sections[0]
    rows = [row[2:-1] for row in crosstable_table(section).rows]
    worth = len(section.starts) * 2
    for first, row in enumerate(rows):
        for second, value in enumerate(row):
            mirrored = rows[second][first]
            if first == second:
                assert value is None
            else:
                assert isinstance(value, Fraction)
                assert isinstance(mirrored, Fraction)
                assert value + mirrored == worth


def test_crosstable_adds_up_to_the_points(tournament: Tournament) -> None:
    for row in crosstable_table(tournament.sections[0]).rows:
        met = [value for value in row[2:-1] if isinstance(value, Fraction)]
        assert sum(met) == row[-1]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""),
        ("ivanov", "ivanov"),
        (Fraction(3), "3"),
        (Fraction(10), "10"),
        (Fraction(0), "0"),
        (Fraction(9, 2), "4.5"),
        (Fraction(10, 3), "3.333"),
        (Fraction(-157), "-157"),
        ((2, 1), "2"),
        ((2, 3), "2-4"),
    ],
)
def test_values_are_written(value: Fraction | str | tuple[int, int] | None, text: str) -> None:
    assert plain_text(value) == text
