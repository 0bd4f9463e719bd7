"""Sentences under a table, and entrants who stand below at any points."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from tests.formats.games.example_games import SHORT
from tests.tournaments.events import tournament_in
from tests.tournaments.filled_ledger import fill
from tests.tournaments.ledger.edited import SMALL
from tournaments.ledger.decision import Verb
from tournaments.ledger.ledger_game import LedgerGame, sides_that_moved
from tournaments.run.decisions import DecisionWriter
from tournaments.run.explanations import explanations, ranges, unplayed_numbers
from tournaments.run.placing import placing, shared_bonuses
from tournaments.run.setup import open_event
from tournaments.run.tournament import SectionState
from tournaments.standings.scoring import BonusStep, Removed


@pytest.fixture(name="state")
def played(tmp_path: Path) -> SectionState:
    (state,) = tournament_in(fill(tmp_path / "cup", SMALL)).sections
    return state


def still(state: SectionState, name: str) -> SectionState:
    """Return the state as if an entrant had never made a move and had won every game."""

    def of(game: LedgerGame) -> LedgerGame:
        if name not in (game.first, game.second):
            return game
        is_a = game.first == name
        # Who moves not even once can win only if the other does not, either, or moves first.
        return replace(game, winner="A" if is_a else "B", half_moves=0 if is_a else 1)

    return replace(state, entries={number: of(game) for number, game in state.entries.items()})


def test_an_entrant_without_a_move_stands_below_all_others(state: SectionState) -> None:
    changed = still(state, "one")
    last = changed.standings[-1]
    assert (last.entrant, last.never_moved) == ("one", True)
    assert last.row.points == 4 > changed.standings[0].row.points
    assert "one never made a move, and stands below all who did" in [
        note.en for note in explanations(changed)
    ]
    (why,) = placing(changed, "one")
    assert why.en.endswith("who never made a move is below all who did")
    assert not any(standing.never_moved for standing in state.standings)


def test_the_disqualified_stand_below_those_who_withdrew(tmp_path: Path) -> None:
    folder = fill(tmp_path / "cup", SMALL)
    for verb, name in ((Verb.WITHDRAW, "one"), (Verb.DISQUALIFY, "two")):
        with open_event(folder) as ledger_folder:
            DecisionWriter(ledger_folder, "because").decide(verb, name, [SHORT], Removed.STAND)
    (state,) = tournament_in(folder).sections
    assert [standing.entrant for standing in state.standings] == ["three", "one", "two"]
    (why,) = placing(state, "two")
    assert why.en == "below one: the disqualified stand below those who withdrew"


def test_an_entrant_reads_only_what_is_about_the_entrant(tmp_path: Path) -> None:
    """Names that contain each other, and reasons that contain names, mislead nobody."""
    text = SMALL.replace('"one"', '"ivanov"').replace('"two"', '"ivanova"')
    folder = fill(tmp_path / "cup", text)
    (state,) = tournament_in(folder).sections
    game = next(g for g in state.entries.values() if {g.first, g.second} == {"ivanova", "three"})
    with open_event(folder) as ledger_folder:
        DecisionWriter(ledger_folder, "noise").decide_game(Verb.ANNUL, game.number, SHORT)
    with open_event(folder) as ledger_folder:
        DecisionWriter(ledger_folder, "the program of ivanov").decide(
            Verb.WITHDRAW, "ivanova", [SHORT]
        )
    (state,) = tournament_in(folder).sections
    annulled, withdrawn, game_values = (note.en for note in explanations(state))
    assert annulled == f"game {game.number} is annulled (noise)"
    assert withdrawn.startswith("ivanova withdraws (the program of ivanov)")
    assert game_values.startswith(f"annulled: game {game.number}, ")
    sentences = {
        name: [note.en for note in explanations(state, name)]
        for name in ("ivanov", "ivanova", "three")
    }
    assert sentences == {
        "ivanov": [],
        "ivanova": [annulled, withdrawn, game_values],
        "three": [annulled, game_values],
    }


def test_an_annulled_game_was_played(tmp_path: Path) -> None:
    folder = fill(tmp_path / "cup", SMALL, most=2)
    (state,) = tournament_in(folder).sections
    game = next(iter(state.entries.values()))
    with open_event(folder) as ledger_folder:
        DecisionWriter(ledger_folder, "noise").decide_game(Verb.ANNUL, game.number, SHORT)
    (state,) = tournament_in(folder).sections
    assert game.number not in unplayed_numbers(state, game.first)
    with open_event(folder) as ledger_folder:
        DecisionWriter(ledger_folder, "ill").decide(
            Verb.WITHDRAW, game.first, [SHORT], Removed.STAND
        )
    (state,) = tournament_in(folder).sections
    numbers = unplayed_numbers(state, game.first)
    assert numbers
    assert game.number not in numbers


def test_bonuses_of_shared_places_can_be_read_out(state: SectionState) -> None:
    drawn = {key: replace(game, winner="D") for key, game in state.entries.items()}
    scoring = replace(state.section.scoring, tie_breaks=())
    steps = tuple(BonusStep(Fraction(points)) for points in (10, 5))
    section = replace(state.section, scoring=scoring, bonuses=steps)
    equal = replace(state, section=section, entries=drawn)
    (sentence,) = shared_bonuses(equal)
    names = [standing.entrant for standing in equal.standings]
    assert len(names) == 3
    assert sentence.en == (
        f"{', '.join(names)} share the places 1 to 3; the bonuses of these places,"
        " 10 + 5 + 0 = 15, are divided equally: 5 for each"
    )
    assert sentence.ru.endswith("10 + 5 + 0 = 15, делятся поровну: каждому по 5")
    going_on = replace(equal, entries=dict(list(drawn.items())[1:]))
    assert list(shared_bonuses(going_on)) == []


def test_movers_follow_from_the_half_moves_and_the_first_player() -> None:
    assert sides_that_moved(0, b_began=False) == (False, False)
    assert sides_that_moved(1, b_began=False) == (True, False)
    assert sides_that_moved(1, b_began=True) == (False, True)
    assert sides_that_moved(2, b_began=True) == (True, True)


def test_numbers_that_follow_each_other_are_told_together() -> None:
    assert ranges([7, 3, 5, 6]) == "3, 5-7"
    assert ranges([]) == ""
