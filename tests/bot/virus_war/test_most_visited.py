"""Test that the champion makes the most visited step, however few the visits."""

from __future__ import annotations

from random import Random

import numpy as np

from bot.virus_war.kernel import Position
from research.kernel import play_random_opening, start
from research.selfplay import EMPTY, HEAD, PLAYED, PLAYER, STEPS, VISITS, WIDTH


def test_the_champion_takes_the_most_visited_step() -> None:
    """Once it made the first of the steps with at most a hundred visits less."""
    compared = 0
    for seed in range(40):
        position = Position(start("last-move", 8))
        play_random_opening(position, 6, Random(seed))
        if position.outcome() != "U":
            continue
        _, data = position.sample("champion", seed, nodes=300, least=1)
        rows = np.frombuffer(data, np.int16).reshape(-1, WIDTH)
        turn = [index for index, row in enumerate(rows) if row[PLAYED]]
        first, second = rows[turn[0]], rows[turn[1]]
        children = [
            row
            for row in rows[turn[0] + 1 : turn[1]]
            if row[STEPS] == first[STEPS] - 1
            and row[PLAYER] == first[PLAYER]
            and row[EMPTY] >= first[EMPTY] - 1
        ]
        most = max(row[VISITS] for row in children)
        like = [row[VISITS] for row in children if np.array_equal(row[HEAD:], second[HEAD:])]
        assert most in like, (seed, most, like)
        compared += 1
    assert compared > 20
