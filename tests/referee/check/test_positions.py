"""Tests of the positions of a check: as in a match, and where the rules end the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import cast

import pytest

from formats.game import PLAYERS, StartRequest, other
from formats.games import AnyGame, all_games
from formats.matrix import read_matrix, write_matrix
from formats.outcome import HALF_MOVE_LIMIT, Reason
from formats.seconds import write_seconds
from referee.check.positions import POSITIONS, some_cases
from tests.formats.games.example_games import DEFAULT, SHORT
from tests.formats.games.game_folders import module_of, required_path
from tests.referee.check.decisive_search import decisive_positions, one_search

GAME = all_games()[DEFAULT]()
GAMES = [
    game.with_rules(rules) for game in all_games().values() for rules in game.rule_sets or (None,)
]


def endings_of(game: AnyGame) -> Mapping[tuple[Reason, ...], Fraction]:
    """Return the endings that the positions must reach, with the least share of moves."""
    module = module_of(required_path(game.name, "endings.py"))
    return cast("Mapping[tuple[Reason, ...], Fraction]", module.ENDINGS[game.rules_line])


every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.rules_line or game.name)


@every_game
def test_positions_are_correct_and_varied(game: AnyGame) -> None:
    cases = some_cases(game, StartRequest(), Decimal(30), POSITIONS)
    assert len(cases) == POSITIONS
    assert cases == some_cases(game, StartRequest(), Decimal(30), POSITIONS)
    matrices = [case.matrix for case in cases]
    for matrix in matrices:
        reading = read_matrix(write_matrix(matrix).encode())
        assert reading.matrix
        assert not reading.diagnostics
        assert write_matrix(reading.matrix) == write_matrix(matrix)
        assert reading.matrix.outcome is None
    assert len({matrix.position for matrix in matrices}) > 25
    assert {matrix.position.half_move for matrix in matrices} >= {1, 2}
    for player in PLAYERS:
        assert sum(matrix.position.player == player for matrix in matrices) > len(cases) // 3


def test_positions_have_times_as_in_a_game() -> None:
    """The players' times differ, have all digits that a file may have, and may be small."""
    matrices = [case.matrix for case in some_cases(GAME, StartRequest(), Decimal(30), POSITIONS)]
    assert set(matrices[0].times) == {Decimal(30)}
    own = [matrix.time_of(matrix.position.player) for matrix in matrices]
    others = [matrix.time_of(other(matrix.position.player)) for matrix in matrices]
    assert all(
        own_time != other_time for own_time, other_time in zip(own[1:], others[1:], strict=True)
    )
    assert sum(time < 1 for time in own) > 5
    assert min(own) >= Decimal("0.9")
    assert min(others) < Decimal("0.1")
    digits = {len(write_seconds(time).replace(".", "").lstrip("0")) for time in own + others}
    assert max(digits) == 6


@one_search
@every_game
def test_positions_reach_each_ending_for_each_side(game: AnyGame) -> None:
    positions = decisive_positions(game, StartRequest())
    for reasons, least in endings_of(game).items():
        for player in PLAYERS:
            parts = [
                decisive.part
                for decisive in positions
                if decisive.trait.player == player and decisive.trait.reasons == reasons
            ]
            assert max(parts, default=0) >= least


@one_search
def test_positions_reach_the_last_half_move_with_each_ending() -> None:
    positions = decisive_positions(GAME, StartRequest())
    traits = {
        decisive.trait.reasons
        for decisive in positions
        if decisive.position.half_move == GAME.limit
    }
    endings = ((), *endings_of(GAME))
    assert traits >= {(*reasons, HALF_MOVE_LIMIT) for reasons in endings}


@one_search
def test_the_description_of_a_position_is_true() -> None:
    for decisive in decisive_positions(GAME, StartRequest()):
        position = decisive.position
        after = [GAME.play(position, move) for move in GAME.moves(position)]
        ends = [list(GAME.outcomes(there)) for there in after]
        if decisive.trait.reasons:
            matches = [tuple(o.reason for o in end) == decisive.trait.reasons for end in ends]
            assert decisive.part == Fraction(sum(matches), len(ends))
            about = decisive.trait.about(decisive.part)
            assert about
            assert about.en.startswith("every move" if decisive.part == 1 else "a move can")


def test_positions_reach_the_limit_of_the_event() -> None:
    game = replace(all_games()[SHORT](), limit=7)
    positions = decisive_positions(game, StartRequest())
    assert any(decisive.trait.reasons == (HALF_MOVE_LIMIT,) for decisive in positions)
