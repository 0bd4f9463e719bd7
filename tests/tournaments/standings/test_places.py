"""Each tie-break against a table that another could not have decided, shared places, bonuses."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby

import pytest

from tests.tournaments.schedules.playing import as_in, names, play_all, results
from tournaments.schedules import follow
from tournaments.schedules.round_robin import RoundRobin
from tournaments.standings.places import Standing, bonus, standings
from tournaments.standings.scoring import Points, Scoring
from tournaments.standings.state import TournamentProgress
from tournaments.standings.tie_breaks import TIE_BREAKS

FOUR = RoundRobin(names(4))

CIRCLE = """
   a  b  c  d
a  .  11 00 1=
b  .  .  11 ==
c  .  .  .  01
d  .  .  .  .
"""
"""Results: a beats b, b beats c, c beats a; against d they get 1.5, 1 and 1."""

EQUAL = """
   a  b  c  d
a  .  10 == ==
b  .  .  == ==
c  .  .  .  ==
d  .  .  .  .
"""
"""Results: all have 3 of 6; a and b won one game each, a with A in their first game."""


def table(
    crosstable: str,
    *tie_breaks: str,
    points: Points | None = None,
    bonuses: list[int] | None = None,
) -> list[Standing]:
    scoring = Scoring(tie_breaks=tie_breaks, points=points or Points())
    progress = play_all(FOUR, as_in(crosstable), scoring=scoring)
    return standings(FOUR, progress, [Fraction(each) for each in bonuses or []])


def order(lines: list[Standing]) -> str:
    """Return the entrants from the top, those who share a place in brackets."""
    groups = [[*group] for _, group in groupby(lines, key=lambda line: line.place)]
    assert all(line.shared == len(group) for group in groups for line in group)
    groups_of_names = ["".join(line.entrant for line in group) for group in groups]
    return "".join(group if len(group) == 1 else f"({group})" for group in groups_of_names)


def test_points_come_first() -> None:
    lines = table(CIRCLE)
    assert {line.entrant: float(line.row.points) for line in lines} == {
        "a": 3.5,
        "b": 3,
        "c": 3,
        "d": 2.5,
    }
    assert order(lines) == "a(bc)d"


def test_head_to_head() -> None:
    assert order(table(CIRCLE, "head-to-head")) == "abcd"
    assert [line.tie_breaks for line in table(CIRCLE, "head-to-head")] == [
        *[(None,), (2,), (0,), (None,)]
    ]


def test_head_to_head_looks_at_those_who_are_tied_and_nobody_else() -> None:
    """Both a and b have 3.5, and of their own two games a has 1.5; the others do not count."""
    standings = table(
        """
           a  b  c  d
        a  .  1= 1= 0=
        b  .  .  1= 1=
        c  .  .  .  11
        d  .  .  .  .
        """,
        "head-to-head",
    )
    assert [float(line.row.points) for line in standings] == [3.5, 3.5, 3, 2]
    assert order(standings) == "abcd"
    assert [line.tie_breaks[0] for line in standings] == [
        Fraction(3, 2),
        Fraction(1, 2),
        None,
        None,
    ]


def test_sonneborn_berger() -> None:
    """Both b and c have 3: b beat c twice and drew with d twice, c beat a twice and d once."""
    lines = {line.entrant: line for line in table(CIRCLE, "sonneborn-berger")}
    assert lines["b"].tie_breaks == (2 * 3 + 2 * Fraction(5, 4),)
    assert lines["c"].tie_breaks == (2 * Fraction(7, 2) + Fraction(5, 2),)
    assert order(list(lines.values())) == "acbd"


def test_wins() -> None:
    """Entrant c has won three games, b two."""
    assert order(table(CIRCLE, "wins")) == "acbd"
    assert order(table(EQUAL, "wins")) == "(ab)(cd)"


def two(lines: str, *tie_breaks: str) -> str:
    """Return the order of two entrants after some games."""
    schedule = RoundRobin(names(2), cycles=2)
    progress = follow(schedule, results(lines), 1, Scoring(tie_breaks=tie_breaks))
    return order(standings(schedule, progress))


def test_wins_as_second() -> None:
    """Both have won a game, b with B."""
    lines = "1/a/b/1a B\n1/a/b/1b D\n2/b/a/1a D\n2/b/a/1b A"
    assert two(lines, "wins", "head-to-head", "sonneborn-berger") == "(ab)"
    assert two(lines, "wins-as-second") == "ba"


WITHOUT_TIME = "1/a/b/1a B!\n1/a/b/1b B\n2/b/a/1a D\n2/b/a/1b D"
"""Results: both have won with B; a has been disqualified once."""


def test_fewer_disqualifications() -> None:
    assert two(WITHOUT_TIME) == "(ab)"
    assert two(WITHOUT_TIME, "wins", "wins-as-second", "head-to-head") == "(ab)"
    assert two(WITHOUT_TIME, "fewer-disqualifications") == "ba"


def test_time_used() -> None:
    """Entrant a uses 1 + 2, b 4 + 1."""
    assert two("1/a/b/1a A 1 4\n1/a/b/1b A 1 2", "time-used") == "ab"
    assert two("1/a/b/1a A 4 1\n1/a/b/1b A 2 1", "time-used") == "ba"


def test_time_is_compared_by_the_game() -> None:
    """Entrant a has played two games of 3 seconds, c one of 4 so far: a is the quicker."""
    schedule = RoundRobin(names(3))
    progress = follow(
        schedule, results("2/a/b/1a D 3 9\n3/c/a/1a D 4 3"), 1, Scoring(tie_breaks=("time-used",))
    )
    lines = {line.entrant: line for line in standings(schedule, progress)}
    assert [lines[name].tie_breaks[0] for name in "bc"] == [-9, -4]
    assert lines["a"].row.seconds / lines["a"].row.timed == 3


def test_tie_breaks_are_asked_in_their_order() -> None:
    """Head-to-head puts b above c, Sonneborn-Berger c above b."""
    assert order(table(CIRCLE, "head-to-head", "sonneborn-berger")) == "abcd"
    assert order(table(CIRCLE, "sonneborn-berger", "head-to-head")) == "acbd"


def test_head_to_head_after_another_tie_break_is_among_those_still_tied() -> None:
    """Four have 3 points each; a and b have won twice, and a has beaten b."""
    crosstable = """
       a  b  c  d
    a  .  11 0= 0=
    b  .  .  1= 1=
    c  .  .  .  ==
    d  .  .  .  .
    """
    lines = {line.entrant: line for line in table(crosstable, "wins", "head-to-head")}
    assert {name: line.row.points for name, line in lines.items()} == dict.fromkeys("abcd", 3)
    wins, head_to_head = zip(*(lines[name].tie_breaks for name in "abcd"), strict=True)
    assert (wins, head_to_head) == ((2, 2, 1, 1), (2, 0, 1, 1))


def test_every_tie_break_has_its_test_here() -> None:
    tested = {name.removeprefix("test_").replace("_", "-") for name in globals()}
    assert set(TIE_BREAKS) <= tested


def test_nothing_decides() -> None:
    """A shared place is the first of the places."""
    draws = EQUAL.replace("10", "==")
    lines = table(draws, *TIE_BREAKS)
    assert [(line.place, line.shared) for line in lines] == [(1, 4)] * 4


def test_a_loss_may_be_worth_something_and_a_win_three() -> None:
    points = Points(Fraction(3), Fraction(1), Fraction(1, 2))
    lines = {line.entrant: line.row for line in table(CIRCLE, points=points)}
    assert lines["a"].points == 3 * 3 + 1 + 2 * Fraction(1, 2)
    assert (lines["a"].wins, lines["a"].draws, lines["a"].losses, lines["a"].games) == (3, 1, 2, 6)


def test_bonuses_of_shared_places_are_shared_evenly() -> None:
    """Second and third share 5 and 3."""
    lines = table(CIRCLE, bonuses=[10, 5, 3])
    assert [line.entrant for line in lines] == ["a", "b", "c", "d"]
    assert [line.bonus for line in lines] == [10, 4, 4, 0]


@pytest.mark.parametrize(
    ("place", "shared", "expected"),
    [
        (1, 1, "10"),
        (1, 2, "15/2"),
        (1, 4, "9/2"),
        (2, 3, "8/3"),
        (3, 1, "3"),
        (3, 2, "3/2"),
        (4, 5, "0"),
    ],
)
def test_bonus(place: int, shared: int, expected: str) -> None:
    assert bonus(place, shared, [Fraction(10), Fraction(5), Fraction(3)]) == Fraction(expected)


def test_table_before_the_first_game() -> None:
    lines = standings(FOUR, TournamentProgress({}))
    assert [(line.place, line.shared, line.row.games) for line in lines] == [(1, 4, 0)] * 4
