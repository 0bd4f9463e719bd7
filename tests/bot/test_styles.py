"""Tests of the styles: champions beat the others.

Games have a fixed amount of work and are seeded, so that they are the same each time.
"""

from __future__ import annotations

import pytest

from formats.game import Position, StartRequest
from formats.games import AnyGame, all_games
from formats.matrix import Matrix, write_matrix
from tests.bot.kernels import KERNELS, game_of, kernel_of
from tests.formats.games.game_folders import kernel_games
from tests.formats.games.rival import Rival

RIVALS = [
    (game, rival)
    for game in (game_of(kernel).name for kernel in KERNELS)
    for rival in kernel_games(game, "RIVALS")
]


def chosen(game: AnyGame, position: Position, style: str, nodes: int = 0, seed: int = 0) -> str:
    """Return the move that a style makes."""
    return kernel_of(write_matrix(Matrix(game, position)), game.name).choose(style, seed, nodes)


def winner(game: AnyGame, start: Position, styles: tuple[str, str], nodes: int, seed: int) -> str:
    """Return the winner when A plays the first style and B the second."""
    position = start
    while (outcome := game.outcome(position)) is None:
        style = styles[position.half_move % 2 == 0]
        position = game.play(position, game.parse(chosen(game, position, style, nodes, seed)))
    return outcome.winner


@pytest.mark.parametrize(("name", "rival"), RIVALS)
def test_the_champion_beats_the_others(name: str, rival: Rival) -> None:
    game = all_games()[name].with_rules(rival.rules)
    wins = 0
    for seed in range(5):
        start = game.start(StartRequest(size=rival.size, seed=seed, mirrored=True))
        for styles, side in (("champion", rival.style), "A"), ((rival.style, "champion"), "B"):
            wins += winner(game, start, styles, rival.nodes, seed) == side
    assert wins >= rival.least
