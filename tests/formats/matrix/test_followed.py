"""What is known of the file that a move leads to: whether the game is over is not asked again."""

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


def asked_anew(matrix: Matrix) -> Outcome | None:
    """What the rules say of a copy that knows nothing."""
    return replace(matrix).outcome


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_file_knows_what_the_rules_says_of_it(variant: Variant) -> None:
    for before, move, after in passages(variant, Random(str(variant))):
        position = before.game.play(before.position, move)
        outcome = before.game.outcome(position)
        followed = before.followed_by(position, outcome)
        assert followed.position == after.position
        assert followed.winner == (outcome.winner if outcome else None)
        later = followed.with_times((Decimal(1), Decimal("2.1234567")))
        for matrix in (followed, later, later.as_written):
            assert matrix.outcome == asked_anew(matrix) == outcome


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_draw_by_repetition_is_not_taken_for_the_boards_doing(variant: Variant) -> None:
    before, move, _ = next(iter(passages(variant, Random(1))))
    followed = before.followed_by(before.game.play(before.position, move), REPEATED)
    assert followed.winner == "D"
    assert followed.outcome == asked_anew(followed)
