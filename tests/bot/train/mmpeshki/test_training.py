"""How MMPeshki's weights are tuned, and that the file of them is what the tuning writes."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
import pytest

from bot.train.mmpeshki import (
    STEPS,
    WEIGHTS,
    TrainingPlan,
    effort_of_all,
    positions,
    pxd_text,
    weights_in_use,
)
from bot.train.regression import Floats


def test_the_course_leads_to_where_the_measure_is_small() -> None:
    best = np.array([3.0, -40.0, 100.0])
    steps = np.array([1.0, 5.0, 10.0])
    noise = np.random.default_rng(2)

    def measure(one: Floats, other: Floats, _: Sequence[int]) -> float:
        def cost(weights: Floats) -> float:
            return float(np.sum(((weights - best) / steps) ** 2)) / 50

        return cost(one) - cost(other) + float(noise.normal(0, 0.02))

    found = TrainingPlan(2000, 1).run(np.zeros(3), steps, 1, measure)
    assert found == pytest.approx(best, abs=5)


def test_the_file_of_weights_is_what_the_tuning_writes() -> None:
    text = WEIGHTS.read_text()
    made, _, rest = text.partition("\n\n\n")
    commands = [line.removeprefix("#   ") for line in made.splitlines()[1:]]
    weights = [int(number) for number in re.findall(r"^ +(-?\d+), +/\*", rest, re.MULTILINE)]
    assert pxd_text(weights, commands) == text
    assert weights_in_use(len(STEPS)) == weights


def test_the_weights_decide_how_long_a_proof_takes() -> None:
    few = positions(3, seed=1)
    assert few == positions(3, seed=1)
    weights = weights_in_use(len(STEPS))
    usual = effort_of_all(few, weights)
    assert effort_of_all(few, [0] * len(STEPS)) != usual
    assert effort_of_all(few, weights) == usual
