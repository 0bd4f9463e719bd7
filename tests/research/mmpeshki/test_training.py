"""Tests of the tuning of MMPeshki's weights, and of the file that the tuning writes."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
import pytest

from research.mmpeshki import (
    STEPS,
    WEIGHTS,
    TrainingPlan,
    measure_effort,
    positions,
    pxd_text,
    weights_in_use,
)
from research.regression import Floats


def test_the_tuning_finds_the_smallest_measure() -> None:
    best = np.array([3.0, -40.0, 100.0])
    steps = np.array([1.0, 5.0, 10.0])
    noise = np.random.default_rng(2)

    def measure(first: Floats, second: Floats, _: Sequence[int]) -> float:
        def cost(weights: Floats) -> float:
            return float(np.sum(((weights - best) / steps) ** 2)) / 50

        return cost(first) - cost(second) + float(noise.normal(0, 0.02))

    tuned = TrainingPlan(2000, 1).run(np.zeros(3), steps, 1, measure)
    assert tuned == pytest.approx(best, abs=5)


def test_the_file_of_weights_is_written_by_the_tuning() -> None:
    text = WEIGHTS.read_text()
    header, _, rest = text.partition("\n\n\n")
    commands = [line.removeprefix("#   ") for line in header.splitlines()[1:]]
    weights = [int(number) for number in re.findall(r"^ +(-?\d+), +/\*", rest, re.MULTILINE)]
    assert pxd_text(weights, commands) == text
    assert weights_in_use(len(STEPS)) == weights


def test_the_weights_decide_how_long_a_proof_takes() -> None:
    sample = positions(3, seed=1)
    assert sample == positions(3, seed=1)
    weights = weights_in_use(len(STEPS))
    usual = measure_effort(sample, weights)
    assert measure_effort(sample, [0] * len(STEPS)) != usual
    assert measure_effort(sample, weights) == usual
