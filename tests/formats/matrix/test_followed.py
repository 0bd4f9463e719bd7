"""Tests of the outcome that a matrix stores after a move."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from random import Random

import pytest

from formats.matrix import Matrix
from formats.outcome import Outcome
from formats.repetition import REPEATED
from tests.formats.games.games_for_tests import VARIANTS, passages
from tests.formats.games.variant import Variant


def computed_outcome(matrix: Matrix) -> Outcome | None:
    """Return the outcome of a copy that has no stored outcome."""
    return replace(matrix).outcome


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_the_stored_outcome_is_that_of_the_rules(variant: Variant) -> None:
    for before, move, after in passages(variant, Random(str(variant))):
        position = before.game.play(before.position, move)
        outcome = before.game.outcome(position)
        followed = before.followed_by(position, outcome)
        assert followed.position == after.position
        assert followed.winner == (outcome.winner if outcome else None)
        later = followed.with_times((Decimal(1), Decimal("2.1234567")))
        for matrix in (followed, later, later.as_written):
            assert matrix.outcome == computed_outcome(matrix) == outcome


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_draw_by_repetition_is_not_stored_as_an_outcome_of_the_board(variant: Variant) -> None:
    before, move, _ = next(iter(passages(variant, Random(1))))
    followed = before.followed_by(before.game.play(before.position, move), REPEATED)
    assert followed.winner == "D"
    assert followed.outcome == computed_outcome(followed)
