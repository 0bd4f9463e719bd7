"""Tests of the steps and turns of Virus War; ``changes/`` has the faults of files."""

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
from tests.formats.games.games_for_tests import SMALL, after, board, play_random_game
from tests.formats.games.plain_position import PlainPosition
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


# Accessible cells


def test_a_cell_that_touches_a_live_own_symbol_is_accessible() -> None:
    assert steps(CLASSIC, at(CHAIN.replace("?", "-"), 5)) == f"{AROUND_A2} b3"


def test_a_chain_of_killed_enemies_makes_cells_accessible() -> None:
    assert steps(CLASSIC, at(CHAIN.replace("?", "b"), 5)) == AROUND_THE_CHAIN


def test_own_killed_symbols_make_no_cell_accessible() -> None:
    assert steps(CLASSIC, at(CHAIN.replace("?", "a"), 5)) == AROUND_A2


def test_a_chain_without_a_live_symbol_makes_no_cell_accessible() -> None:
    assert steps(CLASSIC, at(CHAIN.replace("?", "b").replace("A", "a"), 5)) == ""


def test_a_live_enemy_on_an_accessible_cell_can_be_killed_but_leads_nowhere() -> None:
    before = at("----- --B-- -B--- A---- ----B", 5)
    assert steps(CLASSIC, before) == f"{AROUND_A2} b3"
    assert after(before, CLASSIC, "b3-c4-d5").board == board("---A- --b-- -b--- A---- ----B")


def test_for_the_noughts_symbols_are_exchanged() -> None:
    for old, new in (("a", "own"), ("b", "chain")):
        rows = CHAIN.replace("A", "B").replace("?", old)
        assert steps(CLASSIC, at(rows, 6)) == {"own": AROUND_THE_CHAIN, "chain": AROUND_A2}[new]


def test_accessibility_grows_within_a_turn() -> None:
    start = CLASSIC.start()
    assert kind_of(CLASSIC, start, "a1-b2-c3") is None
    assert kind_of(CLASSIC, start, "a1-c3-b2") is faults.NOT_ACCESSIBLE


# The first step of a side


@pytest.mark.parametrize(("size", "far"), [(4, "d4"), (10, "k10"), (16, "q16")])
def test_the_first_step_is_the_corner(size: int, far: str) -> None:
    start = Position(Board.filled("-", size, size))
    assert steps(CLASSIC, start) == "a1"
    assert steps(CLASSIC, after(start, CLASSIC, "a1-a2-a3")) == far
    assert steps(CLASSIC, after(start, CLASSIC, "pass")) == far


def test_later_steps_are_not_bound_to_the_corner() -> None:
    position = after(CLASSIC.start(), CLASSIC, "a1-b2-c3", "k10-i9-i8")
    assert "a2" in steps(CLASSIC, position)
    assert kind_of(CLASSIC, CLASSIC.start(), "b1-a1-a2") is faults.NOT_THE_CORNER


def test_a_side_with_only_killed_symbols_cannot_enter_again() -> None:
    wiped_out = at("b---A ----- ----- ----- -----", 6)
    assert steps(VirusWar.with_rules("last-move"), wiped_out) == ""


def test_a_side_whose_corner_is_taken_has_no_step() -> None:
    taken = at("---A --A- AAAA AA-A", 6)
    assert steps(CLASSIC, taken) == ""
    assert [str(turn) for turn in CLASSIC.moves(taken)] == ["pass"]


def test_no_first_step_is_bound_if_corners_are_occupied() -> None:
    petersburg = VirusWar.with_rules("petersburg")
    start = petersburg.start()
    assert steps(petersburg, start) == "a2 b1 b2"
    assert steps(petersburg, after(start, petersburg, "b2")) == "k10 k11 l10"


# Turns


@pytest.mark.parametrize(("first_turn", "first"), [(1, "a1"), (2, "a1-b2"), (3, "a1-b2-c3")])
def test_only_the_very_first_turn_may_be_shorter(first_turn: int, first: str) -> None:
    game = VirusWar.with_rules(f"classic first-turn={first_turn}")
    position = game.start()
    for turn in ("a1", "a1-b2", "a1-b2-c3", "a1-b2-c3-d4"):
        length = turn.count("-") + 1
        expected = {True: faults.TOO_FEW_STEPS, False: faults.TOO_MANY_STEPS}
        fault = expected[length < first_turn] if length != first_turn else None
        assert kind_of(game, position, turn) is fault
    position = after(position, game, first)
    assert kind_of(game, position, "k10-i9") is faults.TOO_FEW_STEPS
    assert kind_of(game, position, "k10-i9-h8") is None
    assert kind_of(game, after(position, game, "k10-i9-h8"), "a2") is faults.TOO_FEW_STEPS


def test_a_turn_is_shorter_only_if_no_step_remains() -> None:
    two_left = at("--b-B --bb- -A-bb -Aa-b AA-a-", 8)
    assert [str(turn) for turn in CLASSIC.moves(two_left)] == ["d5-e4", "pass"]
    assert kind_of(CLASSIC, two_left, "d5") is faults.TOO_FEW_STEPS


def test_the_same_steps_in_another_order_are_the_same_turn() -> None:
    turn, reordered = CLASSIC.parse("a1-b2-a2"), CLASSIC.parse("a1-a2-b2")
    assert turn == reordered
    assert hash(turn) == hash(reordered)
    start = CLASSIC.start()
    assert CLASSIC.play(start, turn).board == CLASSIC.play(start, reordered).board
    assert turn != CLASSIC.parse("a1-b2-b2")
    assert turn != PASS


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
def test_an_illegal_turn_has_a_fault(turn: str, kind: FaultKind | None) -> None:
    position = at(ONE_NOUGHT_LEFT, 7)
    assert kind_of(CLASSIC, position, turn) is kind


def test_an_illegal_turn_cannot_be_played() -> None:
    with pytest.raises(IllegalMove) as caught:
        after(CLASSIC.start(), CLASSIC, "b2-a1-a2")
    assert caught.value.fault.kind is faults.NOT_THE_CORNER


@pytest.mark.parametrize(
    "text", ["", "a1-", "-", "a1--b2", "a1:b2", "a1-j2-b2", "a1 b2", "A1-B2", "PASS", "pass-a1"]
)
def test_other_texts_are_no_turns(text: str) -> None:
    with pytest.raises(BadNotation):
        CLASSIC.parse(text)


def test_the_notation_lists_the_steps_in_their_order() -> None:
    assert str(CLASSIC.parse("a1-c3-b2")) == "a1-c3-b2"
    assert CLASSIC.parse("a1-c3-b2").steps == (Cell(0, 0), Cell(2, 2), Cell(1, 1))
    assert str(CLASSIC.parse("pass")) == "pass"
    assert after(CLASSIC.start(), CLASSIC, "a1-b2-c3").last == "a1-b2-c3"


# The list of turns


@pytest.mark.parametrize("variant", SMALL_GAMES, ids=str)
def test_listed_turns_are_those_found_by_trying_every_order(variant: Variant) -> None:
    assert isinstance(variant.game, VirusWar)
    for position in play_random_game(variant, Random(str(variant))):
        if variant.game.outcome(position):
            break
        listed = [turn for turn in variant.game.moves(position) if turn != PASS]
        tried = {frozenset(order) for order in all_orders(variant.game, position)}
        assert len(listed) == len(tried)
        assert {frozenset(turn.steps) for turn in listed} == tried


def all_orders(game: VirusWar, position: Position) -> Iterator[tuple[Cell, ...]]:
    """Yield every sequence of single steps that makes a turn."""
    for step in game.steps(position):
        following = game.step(position, step)
        if following.player == position.player:
            yield from all_orders(game, following)
        else:
            yield (*position.steps, step)


def test_a_final_kill_may_follow_another_kill() -> None:
    """Only c4-b3-a1 of these three steps is a turn: b3 is accessible once c4 is killed."""
    position = at("--AB ---- ---- AB--", 4)
    listed = list(CLASSIC.moves(position))
    for turn in ("c4-b3-a1", "c4-b4-a1"):
        assert kind_of(CLASSIC, position, turn) is None
        assert CLASSIC.parse(turn) in listed
    assert {turn for turn in listed if turn != PASS} == turns_tried(CLASSIC, position)


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_listed_turns_are_complete_where_a_kill_may_end_the_game(rules: RuleOptions) -> None:
    """Compare them with all orders of single steps and with the boards of naive.py."""
    game, random = VirusWar(rules=rules), Random(str(rules))
    positions = (each for each in nearly_wiped_out(random) if game.outcome(each) is None)
    for position in islice(positions, 8):
        listed = [turn for turn in game.moves(position) if turn != PASS]
        assert len(listed) == len(set(listed))
        assert set(listed) == turns_tried(game, position)
        reached = {game.perform(position, turn).board for turn in listed}
        assert reached == set(naive_ends(game, position))


def nearly_wiped_out(random: Random) -> Iterator[Position]:
    """Yield small boards in mid-game, on which the waiting side has one to three live symbols."""
    while True:
        half_move = random.randint(3, 20)
        own = player_of(half_move)
        foe = other(own)
        live = own * random.randint(1, 3) + foe * random.randint(1, 3)
        symbols = live + "ab" * random.randint(0, 4)
        empty = Board.filled("-", 4, 4)
        changes = dict(zip(random.sample(list(empty), len(symbols)), symbols, strict=True))
        yield Position(empty.with_changes(changes), own, half_move)


def turns_tried(game: VirusWar, position: Position) -> set[StepTurn]:
    return {StepTurn(order) for order in all_orders(game, position)}


@pytest.mark.parametrize("variant", SMALL_GAMES[:4], ids=str)
def test_the_turn_is_inferred_from_the_boards(variant: Variant) -> None:
    assert isinstance(variant.game, VirusWar)
    for position in play_random_game(variant, Random(str(variant))):
        if variant.game.outcome(position):
            break
        for turn in variant.game.moves(position):
            reached = variant.game.perform(position, turn)
            inferred = variant.game.infer_move(position, reached.board)
            assert inferred == turn
            assert isinstance(inferred, StepTurn)
            assert variant.game.fault_of(position, inferred) is None


@pytest.mark.parametrize("variant", [v for v in SMALL_GAMES if "4 x 4" in v.title], ids=str)
def test_listed_turns_reach_the_boards_of_the_independent_rules(variant: Variant) -> None:
    game = variant.game
    assert isinstance(game, VirusWar)
    for position in play_random_game(variant, Random(str(variant))):
        if not game.outcome(position):
            turns = [turn for turn in game.moves(position) if turn != PASS]
            reached = [game.perform(position, turn).board for turn in turns]
            assert len(set(reached)) == len(reached)
            assert set(reached) == set(naive_ends(game, position))


def naive_ends(game: VirusWar, position: Position) -> Iterator[Board]:
    """Yield the boards after each turn, by the independent rules."""
    unfinished = {PlainPosition.of(game, position)}
    while unfinished:
        following = {
            naive.after(plain, step) for plain in unfinished for step in naive.moves(plain)
        }
        unfinished = {plain for plain in following if plain.player == position.player}
        yield from (Board.of(plain.rows) for plain in following - unfinished)


def test_the_empty_board_has_13845_sequences_of_eight_steps() -> None:
    game = VirusWar.with_rules("last-move")
    start = game.start()
    assert perft(game, start, 8) == 13845
    assert count(naive, PlainPosition.of(game, start), 8) == 13845
