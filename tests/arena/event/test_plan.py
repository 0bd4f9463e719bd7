"""The latest end of an event, and whether it is within its evening."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path
from time import time

import pytest
from rich.console import Console

from arena.event import progress
from arena.event.plan import bonus_lines, plan, seconds_left, time_of_day
from arena.event.progress import RunView
from formats.text import Language
from tests.formats.games.example_games import DEFAULT
from tests.tournaments.events import tournament_in
from tests.tournaments.filled_ledger import fill
from tests.tournaments.ledger.edited import SMALL
from tournaments.event.auto_format import Conditions, duration, most_seconds, pick_format
from tournaments.event.reader import read_event


def test_the_plan_tells_the_games_left_until_there_are_none(tmp_path: Path) -> None:
    half = tournament_in(fill(tmp_path / "half", SMALL, most=2))
    (sentence,) = plan(half, 2, "en")
    assert sentence.startswith("games left: 4, at most ")
    assert "with 2 at a time" in sentence
    assert seconds_left(half, 1) == 2 * seconds_left(half, 2) > 4 * 60
    assert list(plan(tournament_in(fill(tmp_path / "whole", SMALL)), 2, "en")) == []


def test_rounds_of_a_knockout_wait_for_each_other_and_for_play_offs(tmp_path: Path) -> None:
    entrants = ", ".join(f'{{ name = "{n}", bot = "{DEFAULT}-random" }}' for n in "abcdefgh")
    text = f'title = "Cup"\ngame = "{DEFAULT}"\nformat = "knockout"\nties = "play-off"\n'
    text += f"entrants = [{entrants}]\n"
    cup = tournament_in(fill(tmp_path / "cup", text, most=0))
    (state,) = cup.sections
    conditions = Conditions(8, 1, most_seconds(state.section.limits, 60), 16, 0)
    assert seconds_left(cup, 16) == duration(state.schedule, conditions)
    assert seconds_left(cup, 16) == 6 * conditions.seconds_a_game
    assert seconds_left(cup, 1) == 32 * conditions.seconds_a_game
    later = tournament_in(fill(tmp_path / "later", text, most=7))
    due_play_offs = sum(game.start == 1 for game in later.sections[0].progress.to_play())
    assert due_play_offs == 4, "two of the first three matches were tied"
    assert seconds_left(later, 1) == (25 + due_play_offs) * conditions.seconds_a_game


EVENT = f"""\
title = "Cup"
game = "{DEFAULT}"
entrants = "bots"
format = "auto"
evening = "3 h"
bonuses = {{ champion = 10, finalists = 5, semifinalists = 2.5 }}
"""


def paid(entrants: int, text: str = EVENT, language: Language = "en") -> dict[str, str]:
    """Return the announced bonuses of each format."""
    event = read_event(text.encode()).event
    assert event is not None
    (_, *lines) = bonus_lines(event.sections[0], entrants, 2, language)
    parted = (line.strip().partition(": ") for line in lines)
    return {name: rest.partition("  (")[0] for name, _, rest in parted}


def test_before_it_begins_it_is_told_what_each_format_would_pay() -> None:
    sentences = paid(12)
    assert sentences["round robin"] == sentences["knockout"] == "10; 5; 2.5 x 2"
    assert sentences["2 groups, 2 of each going on to a final"] == "10; 5 x 3; 2.5 x 2"
    assert paid(2)["knockout"] == "10; 5"
    assert paid(12, language="ru")["круговой турнир"] == "10; 5; 2,5 x 2"
    event = read_event(EVENT.encode()).event
    assert event is not None
    now = [line for line in bonus_lines(event.sections[0], 40, 2, "en") if "picked now" in line]
    conditions = Conditions(40, 1, most_seconds(event.sections[0].limits, 60), 2, 3 * 3600)
    assert len(now) == 1
    assert now[0].strip().startswith(pick_format(conditions).name.en)
    fixed = read_event(EVENT.replace('"auto"\nevening = "3 h"', '"swiss"').encode()).event
    assert fixed is not None
    assert list(bonus_lines(fixed.sections[0], 12, 2, "en")) == []
    assert list(bonus_lines(event.sections[0], 1, 2, "en")) == []


@pytest.mark.parametrize(
    ("bonuses", "code"),
    [
        ("{ champion = 5, finalists = 10 }", "E504"),
        ("{ finalists = 10 }", "E504"),
        ("{ winner = 10 }", "E002"),
        ("{ champion = '10' }", "E004"),
    ],
)
def test_bonuses_of_stages_that_cannot_be_are_refused(bonuses: str, code: str) -> None:
    text = EVENT.replace("{ champion = 10, finalists = 5, semifinalists = 2.5 }", bonuses)
    assert code in [each.code for each in read_event(text.encode()).diagnostics]


def test_when_it_will_be_done_is_said_again_among_the_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    half = tournament_in(fill(tmp_path / "half", SMALL, most=2))
    (entry, *_) = half.sections[0].entries.values()
    shown = StringIO()
    view = RunView(half, 6, "en", console=Console(file=shown, width=200))
    view.take(entry, half, 6)
    assert " left, until " not in shown.getvalue(), "a line a game is enough for a minute"
    monkeypatch.setattr(progress, "monotonic", lambda: 1e9)
    view.take(entry, half, 6)
    view.take(entry, half, 6)
    assert shown.getvalue().count(" left, until ") == 1
    view = RunView(half, 2, "en", console=Console(file=shown, width=200))
    monkeypatch.setattr(progress, "monotonic", lambda: 2e9)
    view.take(entry, half, 2)
    assert shown.getvalue().count(" left, until ") == 1, "nothing is left"


def test_games_that_ended_together_are_counted_one_by_one(tmp_path: Path) -> None:
    before = tournament_in(fill(tmp_path / "before", SMALL, most=1))
    after = tournament_in(fill(tmp_path / "after", SMALL, most=3))
    _, *entries = after.sections[0].entries.values()
    shown = StringIO()
    view = RunView(before, 6, "en", console=Console(file=shown, width=200))
    for entry in entries:
        view.take(entry, after, 6)
    assert [line.split()[0] for line in shown.getvalue().splitlines()] == ["2/6", "3/6"]


def test_an_end_on_another_day_has_its_date() -> None:
    now = time()
    assert re.fullmatch(r"\d\d:\d\d", time_of_day(now))
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d", time_of_day(now + 50 * 3600))
