"""Tests of the solver by playing out every game: the winner, the length and the moves.

Small positions are compared, most of them near the half-move limit, where a value depends on the
number of half-moves left. Marks leave narrow ways, where a player can be without a move.
"""

from __future__ import annotations

from random import Random

import pytest

from bot.mmpeshki import kernel as mmpeshki
from bot.solution import Progress
from formats.game import Position, StartRequest
from formats.games.mmpeshki import MMPeshki
from formats.matrix import Matrix, read_matrix, write_matrix
from tests.bot.mmpeshki.exhaustive import ExhaustiveSolver, GameValue, small_position

ENOUGH = 5.0
A_MOMENT = 0.5
ALPHA_BETA = 4_000_000
PROOF_NUMBERS = 0
"""Nodes that alpha-beta searches before proof numbers."""
SPARSE_SEEDS = range(201, 231)
STUCK = """\
B 20 U
0 9
0 9
*****-*-
*-***B*B
-*-***--
**A-**-*
-**---*A
******-*
****---*
-**--*--
"""


REPLIES_IN_TIME = """\
A 55 U
0 9
0 9
-*---*--
---*----
B-------
-------A
B*------
------*-
A----*--
----*---
"""
LANDING = """\
A 55 U
0 9
0 9
-B-*----
*-------
--BB----
A-*-----
--------
-------*
*A---*-*
-----*--
"""
LAST_MOVE_AWAY = """\
A 53 U
0 9
0 9
*----B-*
*---*---
*--A-***
-**--**-
-------*
*-A*--*-
-*--***-
-*--*-*-
"""
DRAWN = """\
A 29 U
0 30
0 30
**B***B*
**-***B*
**-*-*B*
-*---*-*
-*-*-*--
A*--A*-*
A***A*-*
A***A***
"""
WON = """\
A 25 U
0 30
0 30
B*****B*
B*****B*
B-**-*-*
-*-*-*-*
-*-*---*
-*-*A***
**A*A***
**A*A***
"""


def solve(
    game: MMPeshki, position: Position, easy: int = ALPHA_BETA, cores: int = 1
) -> mmpeshki.Solution:
    """Return the solution of the kernel."""
    text = write_matrix(Matrix(game, position)).encode()
    return mmpeshki.Position(text).solve(ENOUGH, game.limit, easy=easy, cores=cores)


@pytest.mark.parametrize(
    ("pieces", "most_left", "count", "limit", "easy", "cores", "mirrored"),
    [
        (1, 60, 500, 60, ALPHA_BETA, 1, False),
        (2, 7, 500, 60, ALPHA_BETA, 1, False),
        (3, 5, 500, 60, ALPHA_BETA, 1, False),
        (8, 3, 300, 60, ALPHA_BETA, 1, False),
        (2, 6, 300, 41, ALPHA_BETA, 1, False),
        (1, 60, 200, 60, PROOF_NUMBERS, 1, False),
        (1, 60, 100, 60, PROOF_NUMBERS, 3, False),
        (2, 5, 200, 60, ALPHA_BETA, 1, True),
    ],
)
def test_the_solver_agrees_with_playing_everything_out(
    pieces: int, most_left: int, count: int, limit: int, easy: int, cores: int, mirrored: bool
) -> None:
    game = MMPeshki(limit=limit)
    random = Random(f"{pieces} {most_left} {limit}")
    for _ in range(count):
        position = small_position(random, game, pieces, most_left, mirrored=mirrored)
        solver = ExhaustiveSolver(game)
        solution = solve(game, position, easy, cores)
        expected = solver.value(position)
        text = write_matrix(Matrix(game, position))
        game_value = GameValue(solution.value.winner, end_of(position, solution.value))
        assert game_value == expected, text
        assert solution.value.shortest == (expected.winner != "D")
        best = solver.value_after(position, solution.best)
        assert best == expected, text
        if solution.value.shortest:
            assert solution.moves[solution.best] == solution.value, text
        for move, value in solution.moves.items():
            after = solver.value_after(position, move)
            assert value.winner == after.winner, (text, move)
            assert end_of(position, value) >= after.end, (text, move)
            if game_value.winner not in (position.player, "D"):
                assert end_of(position, value) <= game_value.end, (
                    "no move loses later than the best one"
                )


def test_proof_numbers_and_alpha_beta_find_the_same_winner() -> None:
    game = MMPeshki()
    for seed in SPARSE_SEEDS:
        text = write_matrix(Matrix(game, game.start(StartRequest(seed=seed)))).encode()
        values = {
            mmpeshki.Position(text).solve(ENOUGH, all_moves=False, easy=easy, cores=cores).value
            for easy, cores in ((ALPHA_BETA, 1), (PROOF_NUMBERS, 1), (PROOF_NUMBERS, 4))
        }
        assert len({value.winner for value in values if value.proven}) <= 1, text


@pytest.mark.parametrize("cores", [1, 3])
@pytest.mark.parametrize(("text", "winner"), [(DRAWN, "D"), (WON, "A")], ids=["drawn", "won"])
def test_proof_numbers_prove_a_draw_and_a_win(text: str, winner: str, cores: int) -> None:
    """The search finds that a position cannot be lost long before it knows whether it is won."""
    position = mmpeshki.Position(text.encode())
    value = position.solve(60, all_moves=False, easy=PROOF_NUMBERS, cores=cores).value
    assert (value.winner, value.proven) == (winner, True)


def test_proof_numbers_report_no_depth() -> None:
    game = MMPeshki()
    start = write_matrix(Matrix(game, game.start(StartRequest()))).encode()
    reports: list[Progress] = []
    mmpeshki.Position(start).solve(
        A_MOMENT, tell=reports.append, all_moves=False, easy=PROOF_NUMBERS
    )
    assert reports[0].depth <= 1
    assert {progress.depth for progress in reports[1:]} == {0}
    mmpeshki.Position(start).solve(A_MOMENT, tell=reports.append, all_moves=False)
    assert reports[-1].depth > 1


def test_a_limit_of_nodes_is_kept() -> None:
    start = MMPeshki().start(StartRequest())
    position = mmpeshki.Position(write_matrix(Matrix(MMPeshki(), start)).encode())
    solution = position.solve(60, all_moves=False, nodes=5000)
    assert solution.nodes == 5000
    assert not solution.value.proven


@pytest.mark.parametrize("seed", [9, 11, 37, 81, 96])
def test_the_whole_time_is_used_while_a_move_is_not_solved(seed: int) -> None:
    game = MMPeshki()
    start = write_matrix(Matrix(game, game.start(StartRequest(seed=seed)))).encode()
    reports: list[Progress] = []
    solution = mmpeshki.Position(start).solve(A_MOMENT, tell=reports.append)
    assert solution.value.shortest
    if not all(value.proven for value in solution.moves.values()):
        assert solution.seconds >= A_MOMENT
        assert reports[-1].seconds > A_MOMENT / 2, "progress must be reported to the end"
        assert reports[-1].best


@pytest.mark.parametrize(
    "text",
    [
        # After h7-g6 red's runner on h4 has to pass g5, the one cell to which blue can move.
        pytest.param(STUCK, id="the runner takes the last move away"),
        # Red's threat is carried out in two more moves, in which blue's piece is near enough.
        pytest.param(REPLIES_IN_TIME, id="a reply comes in time"),
        # A piece of blue's that steps away leaves a cell for another to land on, which jumps.
        pytest.param(LANDING, id="a cell left to land on"),
        # Red threatens to arrive, but blue may make its last move, and has none when red arrives.
        pytest.param(LAST_MOVE_AWAY, id="after a harmless move there is none left"),
    ],
)
def test_positions_that_were_once_proven_falsely_are_right(text: str) -> None:
    matrix = read_matrix(text.encode()).matrix
    assert matrix is not None
    position = matrix.position
    solution = solve(MMPeshki(), position)
    value = GameValue(solution.value.winner, end_of(position, solution.value))
    assert value == ExhaustiveSolver(MMPeshki()).value(position)


def end_of(position: Position, value: mmpeshki.Value) -> int:
    """Return the half-move with which the game ends at the latest."""
    assert value.half_moves is not None
    return position.half_move + value.half_moves - 1
