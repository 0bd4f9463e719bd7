"""Due and counting games follow from decisions, and opposite decisions undo them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.formats.games.example_games import SHORT
from tests.tournaments.events import tournament_in
from tests.tournaments.filled_ledger import fill
from tests.tournaments.ledger.edited import SMALL, judge_again
from tournaments.entrants.enrolment import BotVersion
from tournaments.ledger.decision import Verb
from tournaments.run.decisions import CannotDecide, DecisionWriter
from tournaments.run.explanations import explanations
from tournaments.run.setup import open_event
from tournaments.run.tournament import SectionState
from tournaments.standings.scoring import Removed

SWISS = SMALL.replace(
    f'game = "{SHORT}"', f'game = "{SHORT}"\nformat = "swiss"\nrounds = 2'
).replace("entrants = [", f'entrants = [\n    {{ name = "four", bot = "{SHORT}-random" }},')
KNOCKOUT = SWISS.replace('"swiss"\nrounds = 2', '"knockout"')
FIVE = BotVersion.from_data(SHORT, "five", b"a program", "bots/five")


def decide(
    folder: Path, deciding: Callable[[DecisionWriter], object], reason: str = "because"
) -> None:
    with open_event(folder) as ledger_folder:
        deciding(DecisionWriter(ledger_folder, reason))


def fault_codes(folder: Path, deciding: Callable[[DecisionWriter], object]) -> list[str]:
    before = contest_in(folder).decisions.entries
    with pytest.raises(CannotDecide) as raised:
        decide(folder, deciding)
    assert contest_in(folder).decisions.entries == before
    return [fault.kind.code for fault in raised.value.faults]


def contest_in(folder: Path) -> SectionState:
    (state,) = tournament_in(folder).sections
    return state


def due(folder: Path) -> list[int]:
    return [scheduled_game.number for scheduled_game in contest_in(folder).progress.to_play()]


def points(folder: Path) -> dict[str, float]:
    return {
        standing.entrant: float(standing.row.points) for standing in contest_in(folder).standings
    }


def of(
    verb: Verb, name: str, games: Removed | None = None, *sections: str
) -> Callable[[DecisionWriter], object]:
    return lambda writer: writer.decide(verb, name, sections or [SHORT], games)


def of_game(verb: Verb, number: int) -> Callable[[DecisionWriter], object]:
    return lambda writer: writer.decide_game(verb, number, SHORT)


def admit(program: BotVersion = FIVE) -> Callable[[DecisionWriter], object]:
    return lambda writer: writer.admit(program)


TWO = 'title = "Two sections"\n' + "".join(
    f'''
[[section]]
name = "{name}"
game = "{SHORT}"
size = [4, 3]
disqualification = "tournament"
disqualified-games = "{removed}"
entrants = [
    {{ name = "one", bot = "{SHORT}-random" }},
    {{ name = "two", bot = "{SHORT}-random" }},
]
'''
    for name, removed in (("morning", "annulled"), ("evening", "stand"))
)
BOTH = ("morning", "evening")


@pytest.fixture(name="two_sections")
def sections_played(tmp_path: Path) -> Path:
    return fill(tmp_path / "two", TWO)


def departures(folder: Path) -> list[dict[str, Removed | None]]:
    """Return how the games of the departed count, by their names, for each section."""
    return [
        {name: decision.removed for name, decision in state.decisions.departures.items()}
        for state in tournament_in(folder).sections
    ]


def test_each_section_counts_the_games_of_the_disqualified_by_its_own_rule(
    two_sections: Path,
) -> None:
    decide(two_sections, of(Verb.DISQUALIFY, "one", None, *BOTH))
    assert departures(two_sections) == [{"one": Removed.ANNULLED}, {"one": Removed.STAND}]
    decide(two_sections, of(Verb.REINSTATE, "one", None, *BOTH))
    decide(two_sections, of(Verb.DISQUALIFY, "one", Removed.LOST, *BOTH))
    assert departures(two_sections) == [{"one": Removed.LOST}, {"one": Removed.LOST}]


def test_a_decision_is_made_in_the_sections_that_allow_it(two_sections: Path) -> None:
    decide(two_sections, of(Verb.WITHDRAW, "one", Removed.STAND, "morning"))
    decide(two_sections, of(Verb.DISQUALIFY, "one", Removed.LOST, *BOTH))
    assert departures(two_sections) == [{"one": Removed.STAND}, {"one": Removed.LOST}]
    with pytest.raises(CannotDecide) as refusal:
        decide(two_sections, of(Verb.DISQUALIFY, "one", None, *BOTH))
    assert [fault.kind.code for fault in refusal.value.faults] == ["E713", "E713"]
    decide(two_sections, of(Verb.REINSTATE, "one", None, "evening"))
    decide(two_sections, of(Verb.REINSTATE, "one", None, *BOTH))
    assert departures(two_sections) == [{}, {}]


def test_a_latecomer_is_told_the_name_that_looks_alike(two_sections: Path) -> None:
    """The entrants one and two are in both sections."""
    five = BotVersion.from_data("evening", "five", b"a program", "bots/five")
    decide(two_sections, admit(five))
    latecomer = BotVersion.from_data("evening", "Five", b"a program", "bots/Five")
    with open_event(two_sections) as ledger_folder, pytest.raises(CannotDecide) as refusal:
        DecisionWriter(ledger_folder, "because").admit(latecomer)
    (fault,) = refusal.value.faults
    assert fault.kind.code == "E215"
    assert fault.values["other"] == "five"


@pytest.fixture(name="half")
def half_played(tmp_path: Path) -> Path:
    """Play three of the six games of a round robin."""
    return fill(tmp_path / "half", SMALL, most=3)


@pytest.fixture(name="whole")
def whole_played(tmp_path: Path) -> Path:
    return fill(tmp_path / "whole", SMALL)


def assert_confirmed(folder: Path, decisions: int) -> None:
    judgement = judge_again(folder)
    assert (judgement.status, judgement.err) == (0, "")
    assert f"decisions of the teacher: {decisions};" in judgement.out


def test_only_the_games_of_a_latecomer_are_added(half: Path, whole: Path) -> None:
    assert due(half) == [4, 5, 6]
    decide(half, admit())
    assert due(half) == [4, 5, 6, 7, 8, 9, 10, 11, 12]
    decide(whole, admit())
    state = contest_in(whole)
    assert [entrant.name for entrant in state.enrolled][-1] == "five"
    assert state.enrolled[-1].seed == 4
    for scheduled_game in state.progress.to_play():
        assert "five" in scheduled_game.match.entrants
    assert state.games == 12
    assert_confirmed(whole, 1)
    assert fault_codes(whole, admit()) == ["E712"]


def test_a_latecomer_that_may_not_enter_is_refused_with_the_reason(
    whole: Path, tmp_path: Path
) -> None:
    assert fault_codes(whole, admit(BotVersion.from_data(SHORT, "ОNE", b"", ""))) == ["E215"]
    assert fault_codes(whole, admit(BotVersion.from_data(SHORT, "a/b", b"", ""))) == ["E202"]
    assert fault_codes(whole, admit(BotVersion.from_data(SHORT, "big", b"x" * 500_001, ""))) == [
        "E208"
    ]
    swiss = fill(tmp_path / "swiss", SWISS)
    assert fault_codes(swiss, admit()) == ["E719"]


@pytest.mark.parametrize("verb", [Verb.WITHDRAW, Verb.DISQUALIFY])
def test_a_withdrawn_entrant_plays_no_more_until_it_returns(half: Path, verb: Verb) -> None:
    before = points(half)
    decide(half, of(verb, "one", Removed.STAND), "had to catch a train")
    state = contest_in(half)
    assert all(
        "one" not in scheduled_game.match.entrants for scheduled_game in state.progress.to_play()
    )
    last = state.standings[-1]
    assert last.entrant == "one"
    assert last.departure is not None
    assert last.disqualified is (verb is Verb.DISQUALIFY)
    assert state.games == 3 + len(due(half))
    (explanation,) = explanations(state)
    assert "had to catch a train" in explanation.en
    assert explanation.en.endswith("; games 4-6 are not played")
    assert fault_codes(half, of(verb, "one")) == ["E713"]
    decide(half, of(Verb.REINSTATE, "one"))
    assert due(half) == [4, 5, 6]
    assert points(half) == before
    assert fault_codes(half, of(Verb.REINSTATE, "one")) == ["E714"]
    assert fault_codes(half, of(verb, "nobody")) == ["E711"]
    assert_confirmed(half, 2)


@pytest.mark.parametrize("games", Removed)
def test_games_of_an_entrant_that_leaves_count_as_decided(whole: Path, games: Removed) -> None:
    before, played = points(whole), contest_in(whole).progress
    decide(whole, of(Verb.WITHDRAW, "one", games))
    of_one = [
        game for game in played.counted_games() if "one" in game.scheduled_game.match.entrants
    ]
    lost = 0 if games is Removed.STAND else before["one"]
    assert points(whole)["one"] == before["one"] - lost
    rest = sum(value for name, value in points(whole).items() if name != "one")
    gained = {Removed.STAND: 0.0, Removed.LOST: lost, Removed.ANNULLED: lost - len(of_one)}[games]
    assert rest == sum(value for name, value in before.items() if name != "one") + gained


def test_a_replayed_game_is_due_once_and_the_old_one_stays(whole: Path) -> None:
    decide(whole, of_game(Verb.REPLAY, 2))
    assert due(whole) == [2]
    assert fault_codes(whole, of_game(Verb.REPLAY, 2)) == ["E716"]
    assert fault_codes(whole, of_game(Verb.ANNUL, 2)) == ["E716"]
    decide(whole, of_game(Verb.RESTORE, 2))
    assert due(whole) == []
    assert fault_codes(whole, of_game(Verb.RESTORE, 2)) == ["E717"]
    assert fault_codes(whole, of_game(Verb.REPLAY, 99)) == ["E715"]
    assert_confirmed(whole, 2)


def test_a_game_of_an_entrant_who_has_left_is_not_replayed(whole: Path) -> None:
    game = next(game for game in contest_in(whole).entries.values() if game.first == "one")
    decide(whole, of(Verb.WITHDRAW, "one", Removed.STAND))
    assert fault_codes(whole, of_game(Verb.REPLAY, game.number)) == ["E720"]
    decide(whole, of(Verb.REINSTATE, "one"))
    decide(whole, of_game(Verb.REPLAY, game.number))
    assert due(whole) == [game.number]


def test_an_annulled_game_counts_no_more_and_is_not_due(whole: Path) -> None:
    before = points(whole)
    decide(whole, of_game(Verb.ANNUL, 1))
    state = contest_in(whole)
    assert due(whole) == []
    assert (state.games, len(state.entries)) == (5, 5)
    assert sum(points(whole).values()) == sum(before.values()) - 1
    assert any(line.en.startswith("annulled: game 1, ") for line in explanations(state))
    decide(whole, of_game(Verb.RESTORE, 1))
    assert points(whole) == before
    assert_confirmed(whole, 2)


def test_a_format_that_cannot_bear_it_says_why(tmp_path: Path) -> None:
    knockout = fill(tmp_path / "knockout", KNOCKOUT)
    assert fault_codes(knockout, of_game(Verb.ANNUL, 3)) == ["E718"]  # it decided a semi-final
    decide(knockout, of_game(Verb.ANNUL, 8))
    decide(knockout, of(Verb.DISQUALIFY, "one", Removed.LOST))
    assert contest_in(knockout).standings[-1].entrant == "one"
    assert_confirmed(knockout, 2)


@pytest.mark.parametrize(("text", "played"), [(SWISS, 4), (KNOCKOUT, 2)], ids=["swiss", "knockout"])
def test_a_finished_event_has_no_games_left_though_some_were_never_paired(
    tmp_path: Path, text: str, played: int
) -> None:
    folder = fill(tmp_path / "cup", text, most=played)
    while games := list(contest_in(folder).progress.to_play()):
        for name in games[0].match.entrants:
            decide(folder, of(Verb.WITHDRAW, name, Removed.STAND))
    state = contest_in(folder)
    assert state.games == len(state.entries) == played


def test_an_entrant_that_leaves_a_swiss_tournament_is_not_paired_again(tmp_path: Path) -> None:
    swiss = fill(tmp_path / "swiss", SWISS, most=4)
    decide(swiss, of(Verb.WITHDRAW, "four", Removed.STAND))
    state = contest_in(swiss)
    assert len(due(swiss)) == 2
    assert all(
        "four" not in scheduled_game.match.entrants for scheduled_game in state.progress.to_play()
    )
    assert state.games == 6
    assert_confirmed(swiss, 1)
