"""Quiet steps are worth what they are worth when they are made."""

from __future__ import annotations

from random import Random

import pytest

from bot.train.kernel import compile_present, load_kernel, play_random_opening, start
from bot.virus_war.kernel import Position

RULES = ["last-move", "petersburg", "sesc", "classic"]


@pytest.fixture(name="makes_all", scope="module")
def make_kernel_that_makes_all() -> type[Position]:
    """Today's kernel, but that it makes each step to know what it is worth."""
    kernel = load_kernel(compile_present("virus_war", "-DVW_QUIET_STEPS=0"))
    kind: type[Position] = kernel.Position
    return kind


@pytest.mark.parametrize("size", [5, 8, 10, 12])
@pytest.mark.parametrize("rules", RULES)
def test_a_search_finds_the_same(makes_all: type[Position], rules: str, size: int) -> None:
    """Every value has a part in what 600 playouts write down."""
    for seed in range(12):
        told = []
        for kind in (Position, makes_all):
            position = kind(start(rules, size))
            play_random_opening(position, 2 * seed, Random(seed))
            if position.outcome() == "U":
                told.append(position.sample("champion", seed, nodes=600, least=2))
        assert told[:1] == told[1:]
