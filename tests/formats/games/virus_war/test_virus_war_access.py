"""What is told quickly of steps and their order is what the whole list of steps tells."""

from __future__ import annotations

from itertools import pairwise, permutations
from random import Random
from typing import cast

import pytest

from formats.game import Position
from formats.games.virus_war import VirusWar
from formats.games.virus_war.turn import StepTurn
from tests.formats.games.games_for_tests import VARIANTS, passages, played, stepwise
from tests.formats.games.variant import Variant

GAMES = [variant for variant in VARIANTS if isinstance(variant.game, VirusWar)]


@pytest.mark.parametrize("variant", GAMES, ids=str)
def test_a_step_is_right_if_it_is_among_those_listed(variant: Variant) -> None:
    game = cast("VirusWar", variant.game)
    for position in stepwise(variant, Random(str(variant))):
        right = [c for c in sorted(position.board) if game.fault_of_step(position, c) is None]
        assert right == list(game.steps(position))


@pytest.mark.parametrize("variant", GAMES, ids=str)
def test_a_turn_is_told_in_the_first_order_that_is_legal(variant: Variant) -> None:
    for before, move, after in passages(variant, Random(str(variant))):
        if move.steps:
            legal = first_legal(variant, before.position, move)
            traced = variant.game.infer_move(before.position, after.position.board)
            assert isinstance(traced, StepTurn)
            assert traced.steps == legal


def first_legal(variant: Variant, position: Position, turn: StepTurn) -> tuple[object, ...]:
    """The first of all the orders of its steps, put to the rules one by one."""
    orders = permutations(sorted(turn.steps))
    return next(o for o in orders if variant.game.fault_of(position, StepTurn(o)) is None)


@pytest.mark.parametrize("variant", GAMES, ids=str)
def test_what_is_wrong_with_steps_is_wrong_with_one_of_their_orders(variant: Variant) -> None:
    game, lot = variant.game, Random(str(variant))
    for before, _, _ in passages(variant, lot):
        position = before.position
        own = position.player
        free = position.board.where("-")
        steps = sorted(
            lot.sample(free, min(len(free), cast("VirusWar", game).turn_length(position)))
        )
        if not steps:
            continue
        traced = game.infer_move(position, position.board.with_changes(dict.fromkeys(steps, own)))
        faults = [game.fault_of(position, StepTurn(order)) for order in permutations(steps)]
        assert traced in faults or (None in faults and traced == StepTurn(tuple(steps)))


@pytest.mark.parametrize("variant", GAMES, ids=str)
def test_a_cell_changes_one_way_only(variant: Variant) -> None:
    for old, new in pairwise(played(variant, Random(str(variant)))):
        for cell in old.board.differences(new.board):
            assert old.board[cell] + new.board[cell] in ("-A", "-B", "Aa", "Bb")
