"""Tests of the start positions of matches: seeded, varied, undecided."""

from __future__ import annotations

from decimal import Decimal
from itertools import islice

import pytest

from formats.game import StartRequest
from formats.games import all_games
from formats.matrix import Matrix, read_matrix, write_matrix
from referee.match.openings import Openings
from tests.formats.games.example_games import SHORT, STEPS

TIME = Decimal(5)
GAMES = sorted(all_games())


def starts(name: str, openings: Openings, count: int = 30) -> list[Matrix]:
    game = all_games()[name].with_rules(None)
    return list(islice(openings.of_game(game, StartRequest(), TIME), count))


@pytest.mark.parametrize("name", GAMES)
def test_a_seed_gives_the_same_positions(name: str) -> None:
    assert starts(name, Openings(7)) == starts(name, Openings(7))
    assert starts(name, Openings(7)) != starts(name, Openings(8))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("moves", [None, 3])
def test_positions_are_correct_different_and_not_over(name: str, moves: int | None) -> None:
    matrices = starts(name, Openings(7, moves))
    assert len({matrix.position for matrix in matrices}) == len(matrices)
    for matrix in matrices:
        reading = read_matrix(write_matrix(matrix).encode())
        assert reading.good
        assert reading.matrix
        assert reading.matrix.winner is None
        assert matrix.times == (TIME, TIME)


def test_a_game_with_one_start_begins_with_it() -> None:
    start = all_games()[SHORT].with_rules(None).start()
    first, *others = starts(SHORT, Openings(7))
    assert first.position == start
    assert {matrix.position.half_move for matrix in others} == {3}
    assert all(matrix.position == start for matrix in starts(SHORT, Openings(7, 0)))


def test_nobody_wins_or_must_lose_with_the_first_move() -> None:
    game = all_games()[SHORT].with_rules(None)
    for matrix in islice(Openings(1, 4).of_game(game, StartRequest(size=(3, 3)), TIME), 20):
        outcomes = [
            game.outcome(game.play(matrix.position, move)) for move in game.moves(matrix.position)
        ]
        assert None in outcomes


def test_openings_grow_longer_when_short_ones_repeat() -> None:
    game = all_games()[SHORT].with_rules(None)
    matrices = list(islice(Openings(7).of_game(game, StartRequest(size=(3, 2)), TIME), 12))
    lengths = [matrix.position.half_move - 1 for matrix in matrices]
    assert lengths[:3] == [0, 2, 2]
    assert max(lengths) > 2


def test_given_files_are_repeated_in_order() -> None:
    short, steps = (starts(name, Openings(1), 1)[0] for name in (SHORT, STEPS))
    matrices = list(islice(Openings(1).of_files([short, steps]), 5))
    assert matrices == [short, steps, short, steps, short]
    played_on = list(islice(Openings(1, 2).of_files([short]), 5))
    assert {matrix.position.half_move for matrix in played_on} == {3}


def test_a_game_shorter_than_the_opening_has_starts_too() -> None:
    game = all_games()[SHORT].with_rules(None)
    tiny = list(islice(Openings(1).of_game(game, StartRequest(size=(1, 2)), TIME), 5))
    assert all(game.outcome(matrix.position) is None for matrix in tiny)
