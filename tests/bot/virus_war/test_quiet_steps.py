"""Test that quiet steps have the value that they have when they are made."""

from __future__ import annotations

from random import Random

import pytest

from bot.virus_war.kernel import Position
from research.kernel import compile_present, load_kernel, play_random_opening, start

RULES = ["last-move", "petersburg", "sesc", "classic"]


@pytest.fixture(name="makes_all", scope="module")
def make_kernel_that_makes_all() -> type[Position]:
    """Compile the present kernel with every step made for its value."""
    kernel = load_kernel(compile_present("virus_war", "-DVW_QUIET_STEPS=0"))
    kind: type[Position] = kernel.Position
    return kind


@pytest.mark.parametrize("size", [5, 8, 10, 12])
@pytest.mark.parametrize("rules", RULES)
def test_both_kernels_search_alike(makes_all: type[Position], rules: str, size: int) -> None:
    """The samples of 600 playouts contain the effects of every value."""
    for seed in range(12):
        samples = []
        for kind in (Position, makes_all):
            position = kind(start(rules, size))
            play_random_opening(position, 2 * seed, Random(seed))
            if position.outcome() == "U":
                samples.append(position.sample("champion", seed, nodes=600, least=2))
        assert samples[:1] == samples[1:]
