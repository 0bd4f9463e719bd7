"""Tests of the measure of strength and the fitting of weights."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from research import champion
from research.kernel import KernelPlayer, kernel_parts
from research.match import TrainingScore
from research.regression import fit, header_of_weights
from research.selfplay import COUNTS, EMPTY, HEAD, SIZE, WIDTH


def test_a_player_is_a_style_of_some_sources() -> None:
    assert KernelPlayer.named("uct") == KernelPlayer("uct", "")
    assert KernelPlayer.named("champion@v1") == KernelPlayer("champion", "v1")
    assert str(KernelPlayer.named("champion@v1")) == "champion@v1"


@pytest.mark.parametrize(
    ("source", "part", "other"),
    [
        ("draughts/kernel.pyx", "draughts/sized/rules.pxi", "halma/kernel.pyx"),
        ("draughts.pyx", "draughts_rules.pxd", "halma.pyx"),
    ],
)
def test_sources_of_either_layout_are_found(
    tmp_path: Path, source: str, part: str, other: str
) -> None:
    for name in ("__init__.py", source, part, other):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    paths = [path.relative_to(tmp_path).as_posix() for path in kernel_parts(tmp_path, "draughts")]
    assert sorted(paths) == sorted(["__init__.py", source, part])
    assert paths[-1] == source


def test_equal_pairs_are_half_of_the_points() -> None:
    score = TrainingScore(Counter({0: 10, 2: 20, 4: 10}))
    assert score.games == 80
    assert score.mean == pytest.approx(0.5)
    assert str(score).startswith("50.0 % +- 11.")


def test_pairs_that_are_shared_make_the_error_smaller() -> None:
    swinging = TrainingScore(Counter({0: 20, 4: 20}))
    sharing = TrainingScore(Counter({2: 40}))
    assert sharing.error < swinging.error / 3


@pytest.mark.parametrize(("pairs", "sign"), [({4: 30, 2: 10}, 1), ({0: 30, 2: 10}, -1)])
def test_the_ratio_has_the_sign_of_the_difference(pairs: dict[int, int], sign: int) -> None:
    assert TrainingScore(Counter(pairs)).ratio((0.0, 30.0)) * sign > 0


def test_the_regression_finds_the_weights_behind_results() -> None:
    random = np.random.default_rng(1)
    truth = np.array([0.5, -1.0, 2.0])
    terms = random.normal(size=(40_000, 3))
    wins = (random.random(len(terms)) < 1 / (1 + np.exp(-terms @ truth))).astype(np.float64)
    assert fit(terms, wins) == pytest.approx(truth, abs=0.1)


def test_both_sides_count_alike_in_the_terms() -> None:
    rows = np.zeros((1, WIDTH), np.int16)
    rows[0, SIZE], rows[0, EMPTY] = 10, 60
    rows[0, HEAD : HEAD + COUNTS] = range(1, COUNTS + 1)
    rows[0, HEAD + COUNTS :] = range(1, COUNTS + 1)
    start, *shapes = champion.terms_of(rows)[0].reshape(-1, 2)
    assert start == pytest.approx([1, 0.4])
    assert np.array(shapes[: len(shapes) // 2]) == pytest.approx(
        np.array(shapes[len(shapes) // 2 :])
    )


def test_a_count_enters_as_it_is_and_as_a_logarithm_early_and_late() -> None:
    rows = np.zeros((1, WIDTH), np.int16)
    rows[0, SIZE], rows[0, EMPTY], rows[0, HEAD] = 10, 75, 2
    early, late = champion.terms_of(rows)[0].reshape(-1, 2)[1 : 1 + champion.SHAPES].T
    assert early == pytest.approx([0.2, np.log(3)])
    assert late == pytest.approx(early / 4)


def test_a_file_of_weights_has_the_commands_that_made_it() -> None:
    terms = 2 * (1 + 2 * COUNTS * champion.SHAPES)
    text = champion.pxd_text([[np.ones(terms)] * 3] * 3, ["first", "second"])
    assert text.startswith(header_of_weights(["first", "second"]))
    assert text.count("1000") == 3 * 3 * terms
