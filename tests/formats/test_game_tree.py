"""The rules and the naive counter both find the counts of the perft files, and agree elsewhere."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from formats.game import Position
from formats.game_tree import perft
from formats.games import AnyGame, all_games
from formats.matrix import Matrix, read_matrix
from tests.formats.games.game_folders import needed
from tests.formats.games.games_for_tests import VARIANTS, played, stepwise
from tests.formats.games.given import Given
from tests.formats.games.second_opinion import agree, count, naive_of
from tests.formats.games.variant import Variant
from tests.formats.perft_files import Counted, all_counted, read, shallow

COUNTED = all_counted()
UNLIMITED = [variant for variant in VARIANTS if variant.game.limit == type(variant.game)().limit]
"""Those without a limit set by an event, of which naive knows nothing."""
MOST_BY_THE_RULES = 30_000
MOST_BY_NAIVE = 2_000  # it takes some fifteen times as long


def of(counted: Counted) -> Matrix:
    reading = read_matrix(counted.text.encode())
    assert reading.matrix, reading.diagnostics
    return reading.matrix


def naive_count(game: AnyGame, position: Position, depth: int) -> int:
    return count(naive_of(game.name), Given.of(game, position), depth)


@pytest.mark.parametrize("game", all_games())
def test_there_are_positions_enough(game: str) -> None:
    path = needed(game, "positions.perft")
    assert len(list(read(path, game))) >= 12, f"{path} has less than a dozen positions"


def test_no_title_comes_twice() -> None:
    assert max(Counter(map(str, COUNTED)).values()) == 1


@pytest.mark.parametrize("counted", COUNTED, ids=str)
def test_a_position_reads_without_a_complaint(counted: Counted) -> None:
    reading = read_matrix(counted.text.encode())
    assert reading.diagnostics == ()
    assert reading.matrix
    assert reading.matrix.game.name == counted.game


@pytest.mark.parametrize("counted", COUNTED, ids=str)
def test_the_rules_agrees_with_the_winner_written(counted: Counted) -> None:
    matrix = of(counted)
    outcome = matrix.game.outcome(matrix.position)
    assert (outcome.winner if outcome else None) == matrix.winner
    assert ("the game is over" in counted.title) == bool(outcome)


@pytest.mark.parametrize("counted", COUNTED, ids=str)
def test_the_rules_counts_what_the_file_says(counted: Counted) -> None:
    matrix = of(counted)
    for depth, number in shallow(counted.counts, MOST_BY_THE_RULES):
        assert perft(matrix.game, matrix.position, depth) == number, f"depth {depth}"


@pytest.mark.parametrize("counted", COUNTED, ids=str)
def test_the_naive_counter_counts_what_the_file_says(counted: Counted) -> None:
    matrix = of(counted)
    for depth, number in shallow(counted.counts, MOST_BY_NAIVE):
        assert naive_count(matrix.game, matrix.position, depth) == number, f"depth {depth}"


def test_there_is_one_way_to_make_no_step() -> None:
    for game in all_games().values():
        assert perft(game(), game().start(), 0) == 1


@pytest.mark.parametrize("variant", UNLIMITED, ids=str)
def test_the_naive_counter_agrees_along_random_games(variant: Variant) -> None:
    lot = Random(str(variant))
    for position in played(variant, lot):
        agree(variant.game, position, lot)


@pytest.mark.parametrize("variant", UNLIMITED, ids=str)
def test_the_naive_counter_agrees_within_turns(variant: Variant) -> None:
    lot = Random(str(variant))
    for position in stepwise(variant, lot):
        agree(variant.game, position, lot)
