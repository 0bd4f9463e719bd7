"""The solver says what playing out every game says: who wins, how soon, and with which moves.

Small positions are compared, most of them near the half-move limit, where a value hangs on how
many half-moves are left. Marks leave narrow ways, where a player can be without a move.
"""

from __future__ import annotations

from random import Random

import pytest

from bot.mmpeshki import kernel as mmpeshki
from bot.solution import Progress
from formats.game import Position, StartRequest
from formats.games.mmpeshki import MMPeshki
from formats.matrix import Matrix, read_matrix, write_matrix
from tests.bot.mmpeshki.exhaustive import Exhaustive, Found, small_position

ENOUGH = 5.0
A_MOMENT = 0.5
ALPHA_BETA = 4_000_000
PROOF_NUMBERS = 0
"""Nodes that alpha-beta has alone."""
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


def solved(
    game: MMPeshki, position: Position, easy: int = ALPHA_BETA, cores: int = 1
) -> mmpeshki.Solution:
    """What the kernel says."""
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
    lot = Random(f"{pieces} {most_left} {limit}")
    for _ in range(count):
        position = small_position(lot, game, pieces, most_left, mirrored=mirrored)
        plain = Exhaustive(game)
        solution = solved(game, position, easy, cores)
        expected = plain.value(position)
        where = write_matrix(Matrix(game, position))
        found = Found(solution.value.winner, end_of(position, solution.value))
        assert found == expected, where
        assert solution.value.shortest == (expected.winner != "D")
        best = plain.value_after(position, solution.best)
        assert best == expected, where
        if solution.value.shortest:
            assert solution.moves[solution.best] == solution.value, where
        for move, value in solution.moves.items():
            after = plain.value_after(position, move)
            assert value.winner == after.winner, (where, move)
            assert end_of(position, value) >= after.end, (where, move)
            if found.winner not in (position.player, "D"):
                assert end_of(position, value) <= found.end, "none holds out longer than the best"


def test_proof_numbers_find_who_wins_where_alpha_beta_does() -> None:
    game = MMPeshki()
    for seed in SPARSE_SEEDS:
        text = write_matrix(Matrix(game, game.start(StartRequest(seed=seed)))).encode()
        found = {
            mmpeshki.Position(text).solve(ENOUGH, all_moves=False, easy=easy, cores=cores).value
            for easy, cores in ((ALPHA_BETA, 1), (PROOF_NUMBERS, 1), (PROOF_NUMBERS, 4))
        }
        assert len({value.winner for value in found if value.proven}) <= 1, text


@pytest.mark.parametrize("cores", [1, 3])
@pytest.mark.parametrize(("text", "winner"), [(DRAWN, "D"), (WON, "A")], ids=["drawn", "won"])
def test_what_can_be_drawn_is_given_up_or_won(text: str, winner: str, cores: int) -> None:
    """Proof numbers find that it cannot be lost long before they know whether it can be won."""
    position = mmpeshki.Position(text.encode())
    found = position.solve(60, all_moves=False, easy=PROOF_NUMBERS, cores=cores).value
    assert (found.winner, found.proven) == (winner, True)


def test_no_depth_is_told_while_proof_numbers_are_at_work() -> None:
    game = MMPeshki()
    start = write_matrix(Matrix(game, game.start(StartRequest()))).encode()
    told: list[Progress] = []
    mmpeshki.Position(start).solve(A_MOMENT, tell=told.append, all_moves=False, easy=PROOF_NUMBERS)
    assert told[0].depth <= 1
    assert {progress.depth for progress in told[1:]} == {0}
    mmpeshki.Position(start).solve(A_MOMENT, tell=told.append, all_moves=False)
    assert told[-1].depth > 1


def test_no_more_nodes_are_spent_than_are_named() -> None:
    start = MMPeshki().start(StartRequest())
    position = mmpeshki.Position(write_matrix(Matrix(MMPeshki(), start)).encode())
    found = position.solve(60, all_moves=False, nodes=5000)
    assert found.nodes == 5000
    assert not found.value.proven


@pytest.mark.parametrize("seed", [9, 11, 37, 81, 96])
def test_no_time_is_left_over_while_a_move_is_open(seed: int) -> None:
    game = MMPeshki()
    start = write_matrix(Matrix(game, game.start(StartRequest(seed=seed)))).encode()
    told: list[Progress] = []
    solution = mmpeshki.Position(start).solve(A_MOMENT, tell=told.append)
    assert solution.value.shortest
    if not all(value.proven for value in solution.moves.values()):
        assert solution.seconds >= A_MOMENT
        assert told[-1].seconds > A_MOMENT / 2, "a person sees that it goes on"
        assert told[-1].best


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
def test_what_was_once_proven_falsely_is_not(text: str) -> None:
    matrix = read_matrix(text.encode()).matrix
    assert matrix is not None
    position = matrix.position
    solution = solved(MMPeshki(), position)
    found = Found(solution.value.winner, end_of(position, solution.value))
    assert found == Exhaustive(MMPeshki()).value(position)


def end_of(position: Position, value: mmpeshki.Value) -> int:
    """The half-move with which the game ends, at the latest."""
    assert value.half_moves is not None
    return position.half_move + value.half_moves - 1
