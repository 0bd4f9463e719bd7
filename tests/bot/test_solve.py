"""The solver says what playing out every game says: who wins, how soon, and with which moves.

Small positions are compared, most of them near the half-move limit, where a value hangs on how
many half-moves are left. Marks leave narrow ways, where a player can be without a move.
"""

from __future__ import annotations

from random import Random

import pytest

from bot import mmpeshki
from formats.game import Position
from formats.games.mmpeshki import MMPeshki
from formats.matrix import Matrix, read, write
from tests.bot.exhaustive import Exhaustive, Found, small_position

ENOUGH = 5.0
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


def solved(law: MMPeshki, position: Position) -> mmpeshki.Solution:
    """What the kernel says."""
    text = write(Matrix(law, position)).encode()
    return mmpeshki.Position(text).solve(ENOUGH, law.limit)


@pytest.mark.parametrize(
    ("pieces", "most_left", "count", "limit"),
    [(1, 60, 500, 60), (2, 7, 500, 60), (3, 5, 500, 60), (8, 3, 300, 60), (2, 6, 300, 41)],
)
def test_the_solver_agrees_with_playing_everything_out(
    pieces: int, most_left: int, count: int, limit: int
) -> None:
    law = MMPeshki(limit=limit)
    lot = Random(f"{pieces} {most_left} {limit}")
    for _ in range(count):
        position = small_position(lot, law, pieces, most_left)
        plain = Exhaustive(law)
        solution = solved(law, position)
        expected = plain.value(position)
        where = write(Matrix(law, position))
        found = Found(solution.value.winner, end_of(position, solution.value))
        assert found == expected, where
        assert solution.value.shortest == (expected.winner != "D")
        best = plain.value_after(position, solution.best)
        assert best == expected, where
        for move, value in solution.moves.items():
            after = plain.value_after(position, move)
            assert value.winner == after.winner, (where, move)
            assert end_of(position, value) >= after.end, (where, move)


def test_a_runner_that_leaves_the_other_side_without_a_move_has_not_won() -> None:
    """After h7-g6 red's runner on h4 has to pass g5, the one cell to which blue can move."""
    read_matrix = read(STUCK.encode()).matrix
    assert read_matrix is not None
    position = read_matrix.position
    solution = solved(MMPeshki(), position)
    found = Found(solution.value.winner, end_of(position, solution.value))
    assert found == Exhaustive(MMPeshki()).value(position)


def end_of(position: Position, value: mmpeshki.Value) -> int:
    """The half-move with which the game ends, at the latest."""
    assert value.half_moves is not None
    return position.half_move + value.half_moves - 1
