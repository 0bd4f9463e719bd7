"""The rules of Virus War: where one may step, and what a turn is. See ``changes/virus-war`` too."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from formats.board import Board, Cell
from formats.fault import FaultKind
from formats.game import BadNotation, IllegalMove, Position, other, player_of
from formats.game_tree import perft
from formats.games.virus_war import VirusWar, faults
from formats.games.virus_war.rules import RuleOptions
from formats.games.virus_war.turn import PASS, StepTurn
from tests.formats.games.games_for_tests import SMALL, after, board, played
from tests.formats.games.given import Given
from tests.formats.games.second_opinion import count
from tests.formats.games.variant import Variant
from tests.formats.games.virus_war import naive
from tests.formats.games.virus_war.variants import ALL_RULES

CLASSIC = VirusWar()

CHAIN = """
    -----
    --?--
    -?---
    A----
    -----
"""
AROUND_A2 = "a1 a3 b1 b2"
AROUND_THE_CHAIN = "a1 a3 a4 b1 b2 b4 b5 c2 c3 c5 d3 d4 d5"

SMALL_GAMES = [variant for variant in SMALL if isinstance(variant.game, VirusWar)]

ONE_NOUGHT_LEFT = """
    ----b
    ---B-
    -AA--
    -A---
    AA---
"""


def at(text: str, half_move: int) -> Position:
    return Position(board(text), player_of(half_move), half_move)


def steps(game: VirusWar, position: Position) -> str:
    listed = [str(step) for step in game.steps(position)]
    assert len(listed) == len(set(listed))
    return " ".join(sorted(listed))


def kind_of(game: VirusWar, position: Position, turn: str) -> FaultKind | None:
    fault = game.fault_of(position, game.parse(turn))
    return fault.kind if fault else None


# What is accessible


def test_what_touches_a_live_own_symbol_is_accessible() -> None:
    assert steps(CLASSIC, at(CHAIN.replace("?", "-"), 5)) == f"{AROUND_A2} b3"


def test_a_chain_of_killed_enemies_leads_on() -> None:
    assert steps(CLASSIC, at(CHAIN.replace("?", "b"), 5)) == AROUND_THE_CHAIN


def test_own_killed_symbols_do_not() -> None:
    assert steps(CLASSIC, at(CHAIN.replace("?", "a"), 5)) == AROUND_A2


def test_a_chain_that_touches_no_live_symbol_does_not() -> None:
    assert steps(CLASSIC, at(CHAIN.replace("?", "b").replace("A", "a"), 5)) == ""


def test_a_live_enemy_on_an_accessible_cell_can_be_killed_but_leads_nowhere() -> None:
    before = at("----- --B-- -B--- A---- ----B", 5)
    assert steps(CLASSIC, before) == f"{AROUND_A2} b3"
    assert after(before, CLASSIC, "b3-c4-d5").board == board("---A- --b-- -b--- A---- ----B")


def test_for_the_noughts_it_is_the_other_way_round() -> None:
    for old, new in (("a", "own"), ("b", "chain")):
        rows = CHAIN.replace("A", "B").replace("?", old)
        assert steps(CLASSIC, at(rows, 6)) == {"own": AROUND_THE_CHAIN, "chain": AROUND_A2}[new]


def test_accessibility_grows_within_a_turn() -> None:
    start = CLASSIC.start()
    assert kind_of(CLASSIC, start, "a1-b2-c3") is None
    assert kind_of(CLASSIC, start, "a1-c3-b2") is faults.NOT_ACCESSIBLE


# How a side enters the board


@pytest.mark.parametrize(("size", "far"), [(4, "d4"), (10, "k10"), (16, "q16")])
def test_the_first_step_is_the_corner(size: int, far: str) -> None:
    start = Position(Board.filled("-", size, size))
    assert steps(CLASSIC, start) == "a1"
    assert steps(CLASSIC, after(start, CLASSIC, "a1-a2-a3")) == far
    assert steps(CLASSIC, after(start, CLASSIC, "pass")) == far


def test_only_the_first_step_is_bound_to_the_corner() -> None:
    now = after(CLASSIC.start(), CLASSIC, "a1-b2-c3", "k10-i9-i8")
    assert "a2" in steps(CLASSIC, now)
    assert kind_of(CLASSIC, CLASSIC.start(), "b1-a1-a2") is faults.NOT_THE_CORNER


def test_who_has_only_killed_symbols_does_not_enter_again() -> None:
    wiped_out = at("b---A ----- ----- ----- -----", 6)
    assert steps(VirusWar.with_rules("last-move"), wiped_out) == ""


def test_a_corner_that_was_taken_leaves_no_step() -> None:
    taken = at("---A --A- AAAA AA-A", 6)
    assert steps(CLASSIC, taken) == ""
    assert [str(turn) for turn in CLASSIC.moves(taken)] == ["pass"]


def test_occupied_corners_bind_nobody() -> None:
    petersburg = VirusWar.with_rules("petersburg")
    start = petersburg.start()
    assert steps(petersburg, start) == "a2 b1 b2"
    assert steps(petersburg, after(start, petersburg, "b2")) == "k10 k11 l10"


# What a turn is


@pytest.mark.parametrize(("first_turn", "first"), [(1, "a1"), (2, "a1-b2"), (3, "a1-b2-c3")])
def test_only_the_very_first_turn_may_be_shorter(first_turn: int, first: str) -> None:
    game = VirusWar.with_rules(f"classic first-turn={first_turn}")
    now = game.start()
    for turn in ("a1", "a1-b2", "a1-b2-c3", "a1-b2-c3-d4"):
        length = turn.count("-") + 1
        expected = {True: faults.TOO_FEW_STEPS, False: faults.TOO_MANY_STEPS}
        wrong = expected[length < first_turn] if length != first_turn else None
        assert kind_of(game, now, turn) is wrong
    now = after(now, game, first)
    assert kind_of(game, now, "k10-i9") is faults.TOO_FEW_STEPS
    assert kind_of(game, now, "k10-i9-h8") is None
    assert kind_of(game, after(now, game, "k10-i9-h8"), "a2") is faults.TOO_FEW_STEPS


def test_a_turn_is_shorter_only_where_no_more_is_possible() -> None:
    two_left = at("--b-B --bb- -A-bb -Aa-b AA-a-", 8)
    assert [str(turn) for turn in CLASSIC.moves(two_left)] == ["d5-e4", "pass"]
    assert kind_of(CLASSIC, two_left, "d5") is faults.TOO_FEW_STEPS


def test_the_same_steps_are_the_same_turn() -> None:
    there, back = CLASSIC.parse("a1-b2-a2"), CLASSIC.parse("a1-a2-b2")
    assert there == back
    assert hash(there) == hash(back)
    start = CLASSIC.start()
    assert CLASSIC.play(start, there).board == CLASSIC.play(start, back).board
    assert there != CLASSIC.parse("a1-b2-b2")
    assert there != PASS


@pytest.mark.parametrize(
    ("turn", "kind"),
    [
        ("a6-b1-b2", faults.OFF_BOARD),
        ("a2-b1-b3", faults.OWN_SYMBOL),
        ("c1-c1-d1", faults.OWN_SYMBOL),
        ("c1-e5-d1", faults.KILLED_AGAIN),
        ("c1-e1-d1", faults.NOT_ACCESSIBLE),
        ("c1-d1-e5", faults.KILLED_AGAIN),
        ("c1-d1", faults.TOO_FEW_STEPS),
        ("c1-d1-e1-d2", faults.TOO_MANY_STEPS),
        ("c1-d1-e1", None),
        # d4 is the last live nought
        ("d4", None),
        ("c1-d4", None),
        ("c1-d1-d4", None),
        ("d4-c1", faults.STEP_AFTER_THE_END),
        ("c1-d4-d1", faults.STEP_AFTER_THE_END),
        ("d4-d4", faults.KILLED_AGAIN),
        ("d4-e1", faults.NOT_ACCESSIBLE),
    ],
)
def test_a_turn_that_breaks_a_rule(turn: str, kind: FaultKind | None) -> None:
    position = at(ONE_NOUGHT_LEFT, 7)
    assert kind_of(CLASSIC, position, turn) is kind


def test_an_illegal_turn_cannot_be_played() -> None:
    with pytest.raises(IllegalMove) as caught:
        after(CLASSIC.start(), CLASSIC, "b2-a1-a2")
    assert caught.value.fault.kind is faults.NOT_THE_CORNER


@pytest.mark.parametrize(
    "text", ["", "a1-", "-", "a1--b2", "a1:b2", "a1-j2-b2", "a1 b2", "A1-B2", "PASS", "pass-a1"]
)
def test_a_text_is_no_turn(text: str) -> None:
    with pytest.raises(BadNotation):
        CLASSIC.parse(text)


def test_the_notation_is_of_the_steps_in_their_order() -> None:
    assert str(CLASSIC.parse("a1-c3-b2")) == "a1-c3-b2"
    assert CLASSIC.parse("a1-c3-b2").steps == (Cell(0, 0), Cell(2, 2), Cell(1, 1))
    assert str(CLASSIC.parse("pass")) == "pass"
    assert after(CLASSIC.start(), CLASSIC, "a1-b2-c3").last == "a1-b2-c3"


# All the turns there are


@pytest.mark.parametrize("variant", SMALL_GAMES, ids=str)
def test_the_turns_listed_are_those_that_trying_every_order_finds(variant: Variant) -> None:
    assert isinstance(variant.game, VirusWar)
    for position in played(variant, Random(str(variant))):
        if variant.game.outcome(position):
            break
        listed = [turn for turn in variant.game.moves(position) if turn != PASS]
        tried = {frozenset(order) for order in all_orders(variant.game, position)}
        assert len(listed) == len(tried)
        assert {frozenset(turn.steps) for turn in listed} == tried


def all_orders(game: VirusWar, position: Position) -> Iterator[tuple[Cell, ...]]:
    """Every sequence of single steps that makes a turn."""
    for step in game.steps(position):
        following = game.step(position, step)
        if following.player == position.player:
            yield from all_orders(game, following)
        else:
            yield (*position.steps, step)


def test_a_kill_that_ends_the_game_waits_for_the_steps_that_another_kill_opens() -> None:
    """Of {a1, b3, c4} only c4-b3-a1 is a turn: b3 is out of reach before c4 is killed."""
    position = at("--AB ---- ---- AB--", 4)
    listed = list(CLASSIC.moves(position))
    for turn in ("c4-b3-a1", "c4-b4-a1"):
        assert kind_of(CLASSIC, position, turn) is None
        assert CLASSIC.parse(turn) in listed
    assert {turn for turn in listed if turn != PASS} == turns_tried(CLASSIC, position)


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_the_turns_listed_where_a_kill_may_end_the_game(rules: RuleOptions) -> None:
    """Held against every order of single steps, and against the boards that naive reaches."""
    game, lot = VirusWar(rules=rules), Random(str(rules))
    positions = (found for found in nearly_wiped_out(lot) if game.outcome(found) is None)
    for position in islice(positions, 8):
        listed = [turn for turn in game.moves(position) if turn != PASS]
        assert len(listed) == len(set(listed))
        assert set(listed) == turns_tried(game, position)
        reached = {game.perform(position, turn).board for turn in listed}
        assert reached == set(naive_ends(game, position))


def nearly_wiped_out(lot: Random) -> Iterator[Position]:
    """Small boards in mid-game, with one to three live symbols of the one who waits."""
    while True:
        half_move = lot.randint(3, 20)
        own = player_of(half_move)
        foe = other(own)
        live = own * lot.randint(1, 3) + foe * lot.randint(1, 3)
        symbols = live + "ab" * lot.randint(0, 4)
        empty = Board.filled("-", 4, 4)
        changes = dict(zip(lot.sample(list(empty), len(symbols)), symbols, strict=True))
        yield Position(empty.with_changes(changes), own, half_move)


def turns_tried(game: VirusWar, position: Position) -> set[StepTurn]:
    return {StepTurn(order) for order in all_orders(game, position)}


@pytest.mark.parametrize("variant", SMALL_GAMES[:4], ids=str)
def test_the_turn_is_found_from_the_boards_in_whatever_order(variant: Variant) -> None:
    assert isinstance(variant.game, VirusWar)
    for position in played(variant, Random(str(variant))):
        if variant.game.outcome(position):
            break
        for turn in variant.game.moves(position):
            reached = variant.game.perform(position, turn)
            traced = variant.game.infer_move(position, reached.board)
            assert traced == turn
            assert isinstance(traced, StepTurn)
            assert variant.game.fault_of(position, traced) is None


@pytest.mark.parametrize("variant", [v for v in SMALL_GAMES if "4 x 4" in v.title], ids=str)
def test_the_turns_listed_reach_the_boards_that_naive_reaches(variant: Variant) -> None:
    game = variant.game
    assert isinstance(game, VirusWar)
    for position in played(variant, Random(str(variant))):
        if not game.outcome(position):
            turns = [turn for turn in game.moves(position) if turn != PASS]
            reached = [game.perform(position, turn).board for turn in turns]
            assert len(set(reached)) == len(reached)
            assert set(reached) == set(naive_ends(game, position))


def naive_ends(game: VirusWar, position: Position) -> Iterator[Board]:
    """The boards after each turn, as the naive statement of the rules has them."""
    begun = {Given.of(game, position)}
    while begun:
        following = {naive.after(given, step) for given in begun for step in naive.moves(given)}
        begun = {given for given in following if given.player == position.player}
        yield from (Board.of(given.rows) for given in following - begun)


def test_the_empty_board_eight_steps_deep() -> None:
    game = VirusWar.with_rules("last-move")
    start = game.start()
    assert perft(game, start, 8) == 13845
    assert count(naive, Given.of(game, start), 8) == 13845
