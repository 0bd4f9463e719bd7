"""The charts of a report: what they show, and that they need nothing but the page."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from arena.report import series
from arena.report.page import page, tables
from arena.report.pictures import MOST_LINES, pictures
from tests.tournaments.filled_ledger import fill
from tournaments.ledger import open_ledger
from tournaments.run.tournament import SectionState, Tournament, tournament_from_ledger


@pytest.fixture(scope="module", name="tournament")
def play_tournament(tmp_path_factory: pytest.TempPathFactory) -> Tournament:
    """Return an event that was played."""
    with open_ledger(fill(tmp_path_factory.mktemp("spring"))) as ledger:
        return tournament_from_ledger(ledger)


@pytest.fixture(name="state")
def first_section(tournament: Tournament) -> SectionState:
    return tournament.sections[0]


def test_the_last_points_and_ratings_are_those_of_the_table(state: SectionState) -> None:
    names = [standing.entrant for standing in state.standings]
    ends = {name: line[-1] for name, line in series.points_by_round(state, names)}
    assert ends == {standing.entrant: float(standing.row.points) for standing in state.standings}
    shown, rated = series.ratings_by_round(state, names)
    assert shown[-1] == series.rounds_of(state)[-1]
    for name, line in rated:
        assert line[-1] == round(state.ratings.entrants[name].elo, 1)


def test_points_over_the_rounds_have_the_byes(tournament: Tournament) -> None:
    state = tournament.sections[1]
    assert sum(state.progress.byes.values()) == 2
    names = [standing.entrant for standing in state.standings]
    lines = dict(series.points_by_round(state, names))
    assert {name: line[-1] for name, line in lines.items()} == {
        standing.entrant: float(standing.row.points) for standing in state.standings
    }
    (first,) = (
        name
        for name in names
        if not any(
            name in m.match.entrants
            for m in state.progress.match_results.values()
            if m.match.round == 1
        )
    )
    assert lines[first][0] == 2


def test_every_game_has_its_length_and_its_winner(state: SectionState) -> None:
    games = list(state.entries.values())
    titles, endings = series.lengths_by_ending(games)
    assert sum(sum(counts) for _, counts in endings) == len(games)
    assert all(len(counts) == len(titles) for _, counts in endings)
    assert sum(series.wins_by_side(games).values()) == len(games)


def test_times_are_those_of_the_records(state: SectionState) -> None:
    games = list(state.entries.values())
    names = [standing.entrant for standing in state.standings]
    used = series.seconds_by_turn(games, names)
    assert {name for name, _ in used} == set(names)
    assert all(value is None or value >= 0 for _, line in used for value in line)


@pytest.mark.parametrize("most", [1, 2, 3, 30])
def test_scales_of_counts_have_whole_numbers(state: SectionState, most: int) -> None:
    games = list(state.entries.values())[:most]
    *_, lengths, wins = pictures(state, games)
    for picture in (lengths, wins):
        assert re.search(r"<text[^>]*>[0-9]+</text>", picture.svg)
        assert "<tspan" not in picture.svg, "labels with a decimal point are in both languages"


def test_a_picture_has_no_style_no_script_and_no_names(state: SectionState) -> None:
    shown = list(pictures(state, list(state.entries.values())))
    assert len(shown) == 5
    for picture in shown:
        assert picture.svg.startswith("<svg")
        for word in ("<style", "<script", "style=", "<title", "<desc", "href", "ivanov"):
            assert word not in picture.svg
        assert len(picture.svg) < 20_000
        assert len(picture.key) <= MOST_LINES


def test_fractions_are_written_as_each_language_does(state: SectionState) -> None:
    drawn = "".join(picture.svg for picture in pictures(state, list(state.entries.values())))
    fractions = re.findall(
        r'<tspan class="in-en" lang="en">(\d+\.\d+)</tspan>'
        r'<tspan class="in-ru" lang="ru">(\d+,\d+)</tspan>',
        drawn,
    )
    assert fractions
    assert all(english.replace(".", ",") == russian for english, russian in fractions)
    assert not re.search(r"<text[^>]*>[^<]*\.", drawn)


def test_nothing_of_the_library_stands_before_other_imports() -> None:
    assert [finder for finder in sys.meta_path if type(finder).__module__ == "pygal"] == []


def test_without_games_there_is_nothing_to_show(state: SectionState) -> None:
    assert list(pictures(state, [])) == []


def test_report_and_event_page_have_them(tournament: Tournament) -> None:
    sections = len(tournament.sections)
    assert page(tournament, "en").count("pictures-block") == sections
    part = tables(tournament, [], "/events/spring/report")
    assert part.count("pictures-block") == sections
    assert part.index("podium") < part.index("standings")
    assert 'href="/events/spring/report#game-1-' in part


def test_while_it_runs_the_event_page_is_light(tmp_path: Path) -> None:
    with open_ledger(fill(tmp_path, most=10)) as ledger:
        tournament = tournament_from_ledger(ledger)
    part = tables(tournament, [], "/events/spring/report")
    assert part.count('class="block cross"') == len(tournament.sections)
    finished = sum(state.is_finished for state in tournament.sections)
    assert part.count("pictures-block") == finished < len(tournament.sections)
