# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False
"""The players of Knights: a program that makes a move, and a Python class.

`bot_main` is the whole program. `Position` is for tests and analysis.
"""

from bot.knights.board cimport (
    Board, after, can_move, gain_of, is_bold, lead_of, list_bold, list_moves, read_board_of,
    result_on_board, write_board_to,
)
from bot.knights.evaluation cimport key_of, value_of


STYLES = ("champion", "greedy", "random")


cdef int moves_to_plan_for(int half_move) noexcept nogil:
    """Return the number of own moves over which to spread the time, fewer than there can be.

    A proven position needs no more time, and each move takes a share of the time left.
    """
    return 4 + (60 - half_move) // 4


include "../alpha_beta/search.pxi"
include "../alpha_beta/points.pxi"
include "../alpha_beta/styles.pxi"
include "../alpha_beta/program.pxi"
include "../alpha_beta/position.pxi"


cdef class Position(BoardPosition):
    """A position of a game, from the text of a matrix.txt; ValueError if that is malformed."""
