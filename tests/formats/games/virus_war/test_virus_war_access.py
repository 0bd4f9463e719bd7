"""Tests of the quick rules of steps and their order, by the whole list of steps."""

from __future__ import annotations

from itertools import pairwise, permutations
from random import Random
from typing import cast

import pytest

from formats.game import Position
from formats.games.virus_war import VirusWar
from formats.games.virus_war.turn import StepTurn
from tests.formats.games.games_for_tests import VARIANTS, passages, play_random_game, stepwise
from tests.formats.games.variant import Variant

GAMES = [variant for variant in VARIANTS if isinstance(variant.game, VirusWar)]


@pytest.mark.parametrize("variant", GAMES, ids=str)
def test_a_step_is_legal_if_it_is_listed(variant: Variant) -> None:
    game = cast("VirusWar", variant.game)
    for position in stepwise(variant, Random(str(variant))):
        legal = [c for c in sorted(position.board) if game.fault_of_step(position, c) is None]
        assert legal == list(game.steps(position))


@pytest.mark.parametrize("variant", GAMES, ids=str)
def test_a_turn_is_inferred_in_the_first_legal_order(variant: Variant) -> None:
    for before, move, after in passages(variant, Random(str(variant))):
        if move.steps:
            legal = first_legal(variant, before.position, move)
            inferred = variant.game.infer_move(before.position, after.position.board)
            assert isinstance(inferred, StepTurn)
            assert inferred.steps == legal


def first_legal(variant: Variant, position: Position, turn: StepTurn) -> tuple[object, ...]:
    """Return the first legal order of the turn's steps."""
    orders = permutations(sorted(turn.steps))
    return next(o for o in orders if variant.game.fault_of(position, StepTurn(o)) is None)


@pytest.mark.parametrize("variant", GAMES, ids=str)
def test_the_fault_of_steps_is_that_of_one_of_their_orders(variant: Variant) -> None:
    game, random = variant.game, Random(str(variant))
    for before, _, _ in passages(variant, random):
        position = before.position
        own = position.player
        free = position.board.where("-")
        steps = sorted(
            random.sample(free, min(len(free), cast("VirusWar", game).turn_length(position)))
        )
        if not steps:
            continue
        inferred = game.infer_move(position, position.board.with_changes(dict.fromkeys(steps, own)))
        faults = [game.fault_of(position, StepTurn(order)) for order in permutations(steps)]
        assert inferred in faults or (None in faults and inferred == StepTurn(tuple(steps)))


@pytest.mark.parametrize("variant", GAMES, ids=str)
def test_a_cell_is_only_filled_or_killed(variant: Variant) -> None:
    for old, new in pairwise(play_random_game(variant, Random(str(variant)))):
        for cell in old.board.differences(new.board):
            assert old.board[cell] + new.board[cell] in ("-A", "-B", "Aa", "Bb")
