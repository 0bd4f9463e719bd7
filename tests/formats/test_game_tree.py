"""Tests of the rules and the independent rules, by perft files and random games."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from formats.game import Position
from formats.game_tree import perft
from formats.games import AnyGame, all_games
from formats.matrix import Matrix, read_matrix
from tests.formats.games.game_folders import required_path
from tests.formats.games.games_for_tests import VARIANTS, play_random_game, stepwise
from tests.formats.games.plain_position import PlainPosition
from tests.formats.games.second_opinion import assert_agreement, count, naive_of
from tests.formats.games.variant import Variant
from tests.formats.perft_files import CountedPosition, all_counted_positions, read, shallow
from tests.full_load import FULL

COUNTED = all_counted_positions()
UNLIMITED = [variant for variant in VARIANTS if variant.game.limit == type(variant.game)().limit]
"""Variants without the limit of an event, which the independent rules ignore."""
MOST_BY_THE_RULES = 30_000 if FULL else 10_000
MOST_BY_NAIVE = 2_000 if FULL else 700  # naive.py takes some fifteen times as long


def matrix_of(counted: CountedPosition) -> Matrix:
    reading = read_matrix(counted.text.encode())
    assert reading.matrix, reading.diagnostics
    return reading.matrix


def naive_count(game: AnyGame, position: Position, depth: int) -> int:
    return count(naive_of(game.name), PlainPosition.of(game, position), depth)


@pytest.mark.parametrize("game", all_games())
def test_each_game_has_a_dozen_positions(game: str) -> None:
    path = required_path(game, "positions.perft")
    assert len(list(read(path, game))) >= 12, f"{path} has less than a dozen positions"


def test_every_position_has_a_title_of_its_own() -> None:
    assert max(Counter(map(str, COUNTED)).values()) == 1


@pytest.mark.parametrize("counted", COUNTED, ids=str)
def test_a_position_is_read_without_diagnostics(counted: CountedPosition) -> None:
    reading = read_matrix(counted.text.encode())
    assert reading.diagnostics == ()
    assert reading.matrix
    assert reading.matrix.game.name == counted.game


@pytest.mark.parametrize("counted", COUNTED, ids=str)
def test_the_rules_agree_with_the_written_winner(counted: CountedPosition) -> None:
    matrix = matrix_of(counted)
    outcome = matrix.game.outcome(matrix.position)
    assert (outcome.winner if outcome else None) == matrix.winner
    assert ("the game is over" in counted.title) == bool(outcome)


@pytest.mark.parametrize("counted", COUNTED, ids=str)
def test_the_rules_count_as_the_file_does(counted: CountedPosition) -> None:
    matrix = matrix_of(counted)
    for depth, number in shallow(counted.counts, MOST_BY_THE_RULES):
        assert perft(matrix.game, matrix.position, depth) == number, f"depth {depth}"


@pytest.mark.parametrize("counted", COUNTED, ids=str)
def test_the_independent_rules_count_as_the_file_does(counted: CountedPosition) -> None:
    matrix = matrix_of(counted)
    for depth, number in shallow(counted.counts, MOST_BY_NAIVE):
        assert naive_count(matrix.game, matrix.position, depth) == number, f"depth {depth}"


def test_there_is_one_sequence_of_no_steps() -> None:
    for game in all_games().values():
        assert perft(game(), game().start(), 0) == 1


@pytest.mark.parametrize("variant", UNLIMITED, ids=str)
def test_both_rules_agree_along_random_games(variant: Variant) -> None:
    random = Random(str(variant))
    for position in play_random_game(variant, random):
        assert_agreement(variant.game, position, random)


@pytest.mark.parametrize("variant", UNLIMITED, ids=str)
def test_both_rules_agree_within_turns(variant: Variant) -> None:
    random = Random(str(variant))
    for position in stepwise(variant, random):
        assert_agreement(variant.game, position, random)
