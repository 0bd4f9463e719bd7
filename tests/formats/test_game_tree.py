"""The law and the naive counter both find the counts of the perft files, and agree elsewhere."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from formats.game import Game, Position
from formats.game_tree import perft
from formats.games import AnyGame, all_games
from formats.games.virus_war import VirusWar
from formats.matrix import Matrix, read_matrix
from tests.formats.games import naive
from tests.formats.games.games_for_tests import VARIANTS, Variant, naive_rules, played, stepwise
from tests.formats.perft_files import Counted, all_counted

COUNTED = all_counted()
UNLIMITED = [variant for variant in VARIANTS if variant.game.limit == type(variant.game)().limit]
"""Those without a limit set by an event, of which naive knows nothing."""
MOST_BY_THE_LAW = 30_000
MOST_BY_NAIVE = 2_000  # it takes some fifteen times as long


def of(counted: Counted) -> Matrix:
    reading = read_matrix(counted.text.encode())
    assert reading.matrix, reading.diagnostics
    return reading.matrix


def naive_count(game: AnyGame, position: Position, depth: int) -> int:
    board, player, half_move = position.board, position.player, position.half_move
    if isinstance(game, VirusWar):
        made = len(position.steps)
        cells = naive.read(board.rows)
        return naive.virus_count(naive_rules(game), cells, player, half_move, made, depth)
    return naive.count(game.name, {}, board.rows, player, half_move, depth)


def shallow(counts: tuple[int, ...], most: int) -> list[tuple[int, int]]:
    """The depths, always the first, that have at most so many sequences; and how many."""
    return [(n, count) for n, count in enumerate(counts, start=1) if n == 1 or count <= most]


def test_there_are_positions_enough() -> None:
    number = Counter(counted.game for counted in COUNTED)
    assert set(number) == set(all_games())
    assert min(number.values()) >= 12


def test_no_title_comes_twice() -> None:
    assert max(Counter(map(str, COUNTED)).values()) == 1


@pytest.mark.parametrize("counted", COUNTED, ids=str)
def test_a_position_reads_without_a_complaint(counted: Counted) -> None:
    reading = read_matrix(counted.text.encode())
    assert reading.diagnostics == ()
    assert reading.matrix
    assert reading.matrix.game.name == counted.game


@pytest.mark.parametrize("counted", COUNTED, ids=str)
def test_the_law_agrees_with_the_winner_written(counted: Counted) -> None:
    matrix = of(counted)
    outcome = matrix.game.outcome(matrix.position)
    assert (outcome.winner if outcome else None) == matrix.winner
    assert ("the game is over" in counted.title) == bool(outcome)


@pytest.mark.parametrize("counted", COUNTED, ids=str)
def test_the_law_counts_what_the_file_says(counted: Counted) -> None:
    matrix = of(counted)
    for depth, count in shallow(counted.counts, MOST_BY_THE_LAW):
        assert perft(matrix.game, matrix.position, depth) == count, f"depth {depth}"


@pytest.mark.parametrize("counted", COUNTED, ids=str)
def test_the_naive_counter_counts_what_the_file_says(counted: Counted) -> None:
    matrix = of(counted)
    for depth, count in shallow(counted.counts, MOST_BY_NAIVE):
        assert naive_count(matrix.game, matrix.position, depth) == count, f"depth {depth}"


def test_the_empty_board_of_virus_war_eight_steps_deep() -> None:
    game = VirusWar.ruled("last-move")
    start = game.start()
    assert perft(game, start, 8) == 13845
    assert naive_count(game, start, 8) == 13845


def test_there_is_one_way_to_make_no_step() -> None:
    for law in all_games().values():
        assert perft(law(), law().start(), 0) == 1


@pytest.mark.parametrize("variant", UNLIMITED, ids=str)
def test_the_naive_counter_agrees_along_random_games(variant: Variant) -> None:
    lot = Random(str(variant))
    for position in played(variant, lot):
        agree(variant.game, position)


@pytest.mark.parametrize("variant", UNLIMITED, ids=str)
def test_the_naive_counter_agrees_within_turns(variant: Variant) -> None:
    lot = Random(str(variant))
    for position in stepwise(variant, lot):
        agree(variant.game, position)


def agree(game: Game[object, object], position: Position) -> None:
    """Both count the same steps from here - unless two passes ended the game, unknown to naive."""
    if position.passes < 2:
        expected = naive_count(game, position, 1)
        assert perft(game, position, 1) == expected, position
