"""The sequential test: published figures, and how often it is wrong in matches made up by lot."""

from __future__ import annotations

from random import Random

import pytest

from referee.match.score import Pentanomial, Sprt, expected_score

# Of fastchess, where bounds are in logistic Elo as here.
PUBLISHED: list[tuple[Pentanomial, float, float, float]] = [
    ((223, 9863, 20279 + 1000, 10037, 246), 0.5, 2.5, -3.07),
    ((871, 26175, 55003 + 980, 26678, 821), 0, 2, -4.98),
]


@pytest.mark.parametrize(("pairs", "elo0", "elo1", "llr"), PUBLISHED)
def test_published_figures(pairs: Pentanomial, elo0: float, elo1: float, llr: float) -> None:
    assert Sprt(elo0, elo1).llr(pairs) == pytest.approx(llr, abs=0.005)


def test_bounds() -> None:
    assert Sprt(0, 5).bounds == pytest.approx((-2.944, 2.944), abs=0.001)  # ln 19
    assert Sprt(0, 5, alpha=0.1, beta=0.2).bounds == pytest.approx((-1.504, 2.079), abs=0.001)


def test_between_the_hypotheses_nothing_is_known() -> None:
    even: Pentanomial = (10, 20, 40, 20, 10)
    assert Sprt(-5, 5).llr(even) == pytest.approx(0)
    assert Sprt(0, 5).llr((0, 0, 0, 0, 0)) == 0
    assert Sprt(-5, 5).accepted_difference(even) is None


def test_swapped_bots_have_the_opposite_likelihood() -> None:
    one, other = Sprt(0, 10).llr((3, 5, 40, 9, 6)), Sprt(-10, 0).llr((6, 9, 40, 5, 3))
    assert one == pytest.approx(-other)


def test_a_bot_that_wins_or_loses_all_is_soon_judged() -> None:
    assert Sprt(0, 100).accepted_difference((0, 0, 0, 0, 30)) == 100
    assert Sprt(0, 100).accepted_difference((30, 0, 0, 0, 0)) == 0


@pytest.mark.parametrize(("truth", "wrong"), [(0, 100), (100, 0)])
def test_it_is_wrong_as_seldom_as_it_says(truth: float, wrong: float) -> None:
    """In 200 matches with a side that is worth much, so that games of a pair depend on another."""
    lot, sprt, errors, matches = Random(1), Sprt(0, 100), 0, 200
    for _ in range(matches):
        errors += made_up(lot, sprt, expected_score(truth)) == wrong
    # 5 %; up to 3.5 standard deviations more would be luck.
    assert errors <= 0.05 * matches + 3.5 * (0.05 * 0.95 * matches) ** 0.5
    assert errors > 0, "bounds that are never missed cost games"


def made_up(lot: Random, sprt: Sprt, score: float) -> float:
    """What the test says of a match of bots of that strength."""
    counts = [0] * 5
    while True:
        counts[_game(lot, score + 0.3) + _game(lot, score - 0.3)] += 1
        a, b, c, d, e = counts
        accepted = sprt.accepted_difference((a, b, c, d, e))
        if accepted is not None:
            return accepted


def _game(lot: Random, chance: float) -> int:
    return 2 * (lot.random() < chance)
