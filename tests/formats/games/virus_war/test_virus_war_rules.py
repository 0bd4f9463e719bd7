"""Tests of the options of Virus War: the start, passing, the ending, and the names of rules."""

from __future__ import annotations

import pytest

from formats.board import Board, Cell
from formats.fault import Fault, FaultKind
from formats.game import BadRequest, Position, StartRequest, player_of
from formats.games.virus_war import VirusWar, faults
from formats.games.virus_war.rules import (
    CUT_TURN,
    KILLED_ALL,
    PASSED_FIRST,
    RULE_SETS,
    TWO_PASSES,
    UNKNOWN_OPTION,
    UNKNOWN_RULES,
    RuleOptions,
    rules_from_line,
)
from formats.outcome import Outcome, Winner
from tests.formats.games.games_for_tests import after, board
from tests.formats.games.virus_war.variants import ALL_RULES

CLASSIC = VirusWar()
NO_PASSING = VirusWar.with_rules("classic passing=no")

ONE_NOUGHT_LEFT = "----b ---B- -AA-- -A--- AA---"
ENCLOSED = "-bbBB --bbb aaAab aAa-A AAaa-"
"""Position in which the noughts have no step."""
TWO_STEPS_LEFT = "B-abb Aaabb AabBB aaabB Aa--B"
"""Position in which the crosses have two steps."""


def at(text: str, half_move: int, *, passes: int = 0) -> Position:
    return Position(board(text), player_of(half_move), half_move, passes=passes)


def fault_of(game: VirusWar, position: Position, turn: str) -> FaultKind | None:
    fault = game.fault_of(position, game.parse(turn))
    return fault.kind if fault else None


# Passing


def test_a_player_may_pass_if_the_rules_allow_it() -> None:
    start = CLASSIC.start()
    assert fault_of(CLASSIC, start, "pass") is None
    assert [str(turn) for turn in CLASSIC.moves(start)].count("pass") == 1
    passed = after(start, CLASSIC, "pass")
    assert (passed.board, passed.player, passed.half_move) == (start.board, "B", 2)
    assert (passed.last, passed.passes) == ("pass", 1)


@pytest.mark.parametrize("rules", ["classic passing=no", "petersburg", "last-move"])
def test_a_player_may_not_pass_if_the_rules_forbid_it(rules: str) -> None:
    game = VirusWar.with_rules(rules)
    assert fault_of(game, game.start(), "pass") is faults.MAY_NOT_PASS
    assert "pass" not in map(str, game.moves(game.start()))


def test_a_player_without_a_step_passes_under_any_rules() -> None:
    position = at(ENCLOSED, 12)
    assert fault_of(NO_PASSING, position, "pass") is None
    assert [str(turn) for turn in NO_PASSING.moves(position)] == ["pass"]
    assert NO_PASSING.outcome(position) is None


# The end by passes


@pytest.mark.parametrize(
    ("rules", "first_passer", "outcome"),
    [
        ("classic", "A", Outcome("D", TWO_PASSES)),
        ("classic", "B", Outcome("D", TWO_PASSES)),
        ("sesc", "A", Outcome("B", PASSED_FIRST)),
        ("sesc", "B", Outcome("A", PASSED_FIRST)),
        ("last-move passing=yes", "A", Outcome("D", TWO_PASSES)),
    ],
)
def test_two_passes_in_a_row_end_the_game(rules: str, first_passer: str, outcome: Outcome) -> None:
    game = VirusWar.with_rules(rules)
    opening = ["a1-a2-a3", "k10-k9-k8"] + (["b1-b2-b3"] if first_passer == "B" else [])
    once = after(game.start(), game, *opening, "pass")
    assert game.outcome(once) is None
    assert game.outcome(after(once, game, "pass")) == outcome


def test_passes_with_a_turn_between_do_not_end_the_game() -> None:
    turns = ["pass", "k10-k9-k8", "pass"]
    position = after(CLASSIC.start(), CLASSIC, *turns)
    assert CLASSIC.outcome(position) is None
    assert CLASSIC.outcome(after(position, CLASSIC, "pass")) == Outcome("D", TWO_PASSES)


def test_a_player_who_passed_the_first_turn_enters_later() -> None:
    position = after(CLASSIC.start(), CLASSIC, "pass", "k10-k9-k8")
    assert list(CLASSIC.steps(position)) == [Cell(0, 0)]


# The end on the board


@pytest.mark.parametrize("rules", ["classic", "sesc", "petersburg ending=kill-all"])
@pytest.mark.parametrize("turn", ["d4", "c1-d4", "c1-d1-d4"])
def test_killing_the_last_live_enemy_wins_at_once(rules: str, turn: str) -> None:
    game = VirusWar.with_rules(rules)
    position = after(at(ONE_NOUGHT_LEFT, 7), game, turn)
    assert game.outcome(position) == Outcome("A", KILLED_ALL)
    assert turn in {str(listed) for listed in game.moves(at(ONE_NOUGHT_LEFT, 7))}


def test_an_enemy_who_has_not_entered_is_not_beaten() -> None:
    position = after(CLASSIC.start(), CLASSIC, "a1-b2-c3")
    assert CLASSIC.outcome(position) is None
    assert CLASSIC.outcome(after(position, CLASSIC, "pass")) is None


def test_a_kill_does_not_end_the_turn_if_a_cut_turn_loses() -> None:
    game = VirusWar.with_rules("petersburg")
    before = at(ONE_NOUGHT_LEFT, 7)
    assert fault_of(game, before, "d4") is faults.TOO_FEW_STEPS
    assert game.outcome(after(before, game, "d4-e4-e3")) == Outcome("A", CUT_TURN)


@pytest.mark.parametrize(
    ("rules", "text", "half_move", "winner"),
    [
        ("petersburg", TWO_STEPS_LEFT, 13, "B"),
        ("petersburg", "AabbB aabbb aabbb aAaBb aaaaA", 16, None),  # exactly three
        ("last-move passing=yes", ENCLOSED, 12, "A"),
        ("last-move", "---A --A- AAAA AA-A", 6, "A"),  # the noughts cannot enter
        ("last-move", "---- ---- AA-- A---", 2, None),  # they can
        ("classic", TWO_STEPS_LEFT, 13, None),
        ("classic", ENCLOSED, 12, None),
    ],
)
def test_a_turn_that_cannot_be_full_loses_under_some_rules(
    rules: str, text: str, half_move: int, winner: Winner | None
) -> None:
    expected = Outcome(winner, CUT_TURN) if winner else None
    assert VirusWar.with_rules(rules).outcome(at(text, half_move)) == expected


def test_the_first_turn_is_full_with_as_many_steps_as_it_has() -> None:
    lone = "B--- aaa- aaa- Aaa-"
    assert VirusWar.with_rules("last-move").outcome(at(lone, 1))
    assert VirusWar.with_rules("last-move").outcome(at(lone.replace("aaa- Aaa-", "-aa- Aaa-"), 1))
    one_step = VirusWar.with_rules("last-move first-turn=1")
    assert one_step.outcome(at(lone.replace("aaa- Aaa-", "-aa- Aaa-"), 1)) is None


# The start


@pytest.mark.parametrize(
    ("rules", "size"), [("classic", 10), ("sesc", 10), ("petersburg", 11), ("last-move", 10)]
)
def test_each_rule_set_has_its_size(rules: str, size: int) -> None:
    start = VirusWar.with_rules(rules).start().board
    assert (start.width, start.height) == (size, size)


@pytest.mark.parametrize("size", range(4, 17))
def test_the_start_is_empty_or_has_two_corners(size: int) -> None:
    request = StartRequest(size=(size, size))
    assert CLASSIC.start(request) == Position(Board.filled("-", size, size))
    start = VirusWar.with_rules("petersburg").start(request).board
    assert start.where("-AB") == list(start)
    assert start.where("A") == [Cell(0, 0)]
    assert start.where("B") == [Cell(size - 1, size - 1)]


@pytest.mark.parametrize("size", [(3, 3), (17, 17), (0, 0), (10, 11), (-4, -4)])
def test_an_impossible_size_is_refused(size: tuple[int, int]) -> None:
    with pytest.raises(BadRequest) as caught:
        CLASSIC.start(StartRequest(size=size))
    assert caught.value.fault.kind is faults.BAD_SIZE


@pytest.mark.parametrize(
    ("rows", "size"),
    [
        (["-----"] * 5, 5),
        (["-----"] * 4 + ["----"], 5),
        (["-----"] * 4, 5),
        (["-----", "-----", "----", "----"], 4),  # as many of each, but it has four rows
        ([], 10),
        (["---"] * 3, None),
        (["-" * 17] * 17, None),
    ],
)
def test_the_size_of_a_board_is_taken_from_most_rows(rows: list[str], size: int | None) -> None:
    board_size = CLASSIC.size_of(rows)
    assert isinstance(board_size, Fault) if size is None else board_size == (size, size)


@pytest.mark.parametrize(
    ("rules", "text", "half_move", "codes"),
    [
        ("classic", "---- ---- ---- ----", 1, []),
        ("classic", "---- ---- ---- A---", 1, ["M522"]),
        ("petersburg", "---- ---- ---- A---", 1, ["M522"]),
        ("classic", "---- ---- -A-- AA--", 2, []),
        ("classic", "---- ---- -A-- -AA-", 2, ["M523"]),
        ("petersburg", "---- ---- -A-- A---", 2, ["M523"]),
        ("classic", "---- ---- AA-- AA--", 2, ["M524"]),
        ("classic first-turn=1", "---- ---- ---- AA--", 2, ["M524"]),
        ("petersburg", "---B ---- -A-- A---", 2, []),
        ("classic", "--BB ---b AAA- AAA-", 4, ["M524"]),
    ],
)
def test_an_impossible_board_has_faults(
    rules: str, text: str, half_move: int, codes: list[str]
) -> None:
    board_faults = VirusWar.with_rules(rules).faults(at(text, half_move))
    assert [fault.kind.code for fault in board_faults] == codes


@pytest.mark.parametrize(
    ("last", "kind"),
    [
        ("c1-c2-d4", None),
        ("d4-b3-c3", None),
        ("pass", None),
        ("c1-c2-c3-d4", faults.TOO_MANY_STEPS),
        ("c1-c2-f1", faults.OFF_BOARD),
        ("c1-c2-d1", faults.NOT_MADE),  # that is empty
        ("c1-c2-e5", faults.NOT_MADE),  # a live nought
        ("c1-c2-a1", faults.NOT_MADE),  # a killed cross
    ],
)
def test_the_last_turn_must_fit_the_board(last: str, kind: FaultKind | None) -> None:
    position = at("----B ---b- -AA-- -AA-- aAA--", 8)
    fault = CLASSIC.fault_of_last(position, CLASSIC.parse(last))
    assert (fault and fault.kind) == kind


# The names of rules


def test_there_are_36_combinations_of_options() -> None:
    assert len(ALL_RULES) == len(set(ALL_RULES)) == 36


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_rules_are_read_as_they_were_written(rules: RuleOptions) -> None:
    assert rules_from_line(str(rules)) == rules
    assert str(rules_from_line(str(rules))) == str(rules)
    assert VirusWar(rules=rules).rules_line == str(rules)


def test_every_combination_has_a_name_of_its_own() -> None:
    assert len(set(map(str, ALL_RULES))) == len(ALL_RULES)


@pytest.mark.parametrize("name", RULE_SETS)
def test_a_rule_set_has_its_plain_name(name: str) -> None:
    assert str(RULE_SETS[name]) == name
    assert VirusWar.with_rules(name) == VirusWar(rules=RULE_SETS[name])


def test_classic_is_the_default_rule_set() -> None:
    assert VirusWar.with_rules() == VirusWar() == VirusWar.with_rules("classic")


def test_an_option_changes_the_rule_set() -> None:
    rules = rules_from_line("petersburg  first-turn=2   ending=kill-all")
    assert rules == RuleOptions("occupied", 2, False, "kill-all")
    assert rules.size == 11
    assert str(rules) == "petersburg first-turn=2 ending=kill-all"


@pytest.mark.parametrize("text", ["", " ", "chess", "Classic", "passing=no", "classic,sesc"])
def test_an_unknown_rule_set_is_refused(text: str) -> None:
    with pytest.raises(BadRequest) as caught:
        rules_from_line(text)
    assert caught.value.fault.kind is UNKNOWN_RULES


@pytest.mark.parametrize(
    "option",
    ["sesc", "size=8", "passing", "passing=", "passing=maybe", "first-turn=4", "first_turn=1",
     "opening=kill-all", "Passing=no", "="],
)  # fmt: skip
def test_an_unknown_option_is_refused(option: str) -> None:
    with pytest.raises(BadRequest) as caught:
        rules_from_line(f"classic {option}")
    assert caught.value.fault.kind is UNKNOWN_OPTION


def test_an_option_named_twice_is_refused() -> None:
    with pytest.raises(BadRequest, match="passing is named twice"):
        rules_from_line("classic passing=no first-turn=1 passing=yes")


def test_a_side_without_live_symbols_loses_whoever_is_to_move() -> None:
    board = Board.of(["---b", "--b-", "-A--", "A---"])
    assert CLASSIC.outcome(Position(board, "A", 5)) == Outcome("A", KILLED_ALL)
    assert CLASSIC.outcome(Position(board, "B", 6)) == Outcome("A", KILLED_ALL)
