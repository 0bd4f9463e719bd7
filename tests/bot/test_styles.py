"""How the styles play: Chomp's champion without a mistake, the others' better than the rest.

Games are of a fixed amount of work and seeded, so that they are the same each time.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement
from random import Random

import pytest

from formats.board import Board
from formats.game import Position, StartRequest
from formats.games import AnyGame, all_games
from formats.matrix import Matrix, write_matrix
from tests.bot.kernels import kernel_of

CHOMP = all_games()["chomp"]()


@cache
def is_lost(columns: tuple[int, ...]) -> bool:
    """Whether the player to move loses a bar of these heights, tried out to the end."""
    if not any(columns):
        return False
    return not any(
        is_lost(tuple(min(h, row) if n >= column else h for n, h in enumerate(columns)))
        for column, height in enumerate(columns)
        for row in range(height)
    )


def heights(board: Board) -> tuple[int, ...]:
    """How many chips each column has."""
    return tuple(sum(row[column] == "o" for row in board.rows) for column in range(board.width))


def heap_sum(board: Board) -> int:
    """The rule of thumb of ``nim``, from its source: four heaps, which are rows of the bar.

    Of five rows the top one is left out; of the last row, the poisoned chip is not counted. The
    sizes of the heaps in binary are added without carry.
    """
    heaps = [row.count("o") for row in board.rows[-4:]]
    heaps[-1] -= 1
    digits = zip(*(f"{heap:08b}" for heap in heaps), strict=True)
    return int("".join(str(digit.count("1") % 2) for digit in digits), 2)


def bars(width: int, height: int) -> Iterator[Board]:
    """Every bar that bites can leave of one so large, but the eaten one."""
    for lengths in combinations_with_replacement(range(width + 1), height):
        if lengths[-1]:
            yield Board.of([("o" * length).ljust(width, "-") for length in lengths])


@pytest.mark.parametrize("size", [(7, 5), (6, 3), (4, 6)])
def test_nim_leaves_heaps_that_add_up_to_nothing_wherever_it_can(size: tuple[int, int]) -> None:
    possible = 0
    for board in bars(*size):
        position = Position(board)
        moves = list(CHOMP.moves(position))
        left = {str(move): CHOMP.perform(position, move).board for move in moves}
        good = {name for name in left if name != "a1" and heap_sum(left[name]) == 0}
        possible += bool(good)
        assert chosen(CHOMP, position, "nim") in (good or left.keys() - {"a1"} or {"a1"})
    assert possible > len(list(bars(*size))) * 0.9


def chosen(game: AnyGame, position: Position, style: str, nodes: int = 0, seed: int = 0) -> str:
    """The move that a style makes."""
    return kernel_of(write_matrix(Matrix(game, position)), game.name).choose(style, seed, nodes)


@pytest.mark.parametrize("seed", range(100))
def test_chomps_champion_leaves_a_lost_bar_wherever_it_can(seed: int) -> None:
    lot = Random(seed)
    position = CHOMP.start(StartRequest(size=(lot.randint(1, 6), lot.randint(1, 6))))
    for _ in range(lot.randint(0, 3)):
        after = CHOMP.play(position, lot.choice(list(CHOMP.moves(position))))
        position = position if CHOMP.outcome(after) else after
    left = CHOMP.play(position, CHOMP.parse(chosen(CHOMP, position, "champion", seed=seed)))
    assert is_lost(heights(left.board)) != is_lost(heights(position.board))


def winner(game: AnyGame, start: Position, styles: tuple[str, str], nodes: int, seed: int) -> str:
    """Who wins when A plays the first style and B the second."""
    position = start
    while (outcome := game.outcome(position)) is None:
        style = styles[position.half_move % 2 == 0]
        position = game.play(position, game.parse(chosen(game, position, style, nodes, seed)))
    return outcome.winner


@pytest.mark.parametrize("rival", ["nim", "greedy", "random"])
@pytest.mark.parametrize("size", [(7, 5), (10, 10), (2, 9)])
def test_chomps_champion_wins_as_the_first_player(rival: str, size: tuple[int, int]) -> None:
    assert winner(CHOMP, CHOMP.start(StartRequest(size=size)), ("champion", rival), 0, 1) == "A"


@pytest.mark.parametrize(
    ("name", "rules", "size", "rival", "nodes", "least"),
    [
        ("mmpeshki", None, None, "random", 2000, 10),
        ("mmpeshki", None, None, "greedy", 5000, 8),
        ("virus-war", "last-move", (7, 7), "random", 200, 10),
        ("virus-war", "last-move", (7, 7), "uct", 200, 8),
        ("virus-war", "classic", (7, 7), "greedy", 200, 8),
        ("virus-war", "petersburg", (7, 7), "uct", 200, 8),
        ("knights", None, None, "random", 5000, 9),
        ("knights", None, None, "greedy", 20000, 7),
        ("fight", None, None, "random", 5000, 9),
        ("fight", None, None, "greedy", 20000, 8),
    ],
)
def test_the_champion_beats_the_others(
    name: str,
    rules: str | None,
    size: tuple[int, int] | None,
    rival: str,
    nodes: int,
    least: int,
) -> None:
    game = all_games()[name].with_rules(rules)
    won = 0
    for seed in range(5):
        start = game.start(StartRequest(size=size, seed=seed, mirrored=True))
        won += winner(game, start, ("champion", rival), nodes, seed) == "A"
        won += winner(game, start, (rival, "champion"), nodes, seed) == "B"
    assert won >= least
