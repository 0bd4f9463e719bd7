# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False
"""Fight-B for players: the program that makes a move, and the same as a Python class.

`bot_main` is the whole program. `Position` is for tests and analysis.
"""

from bot.fight.board cimport (
    Board, after, can_move, gain_of, is_bold, lead_of, list_bold, list_moves, read_board_of,
    result_on_board, write_board_to,
)
from bot.fight.evaluation cimport key_of, value_of


STYLES = ("champion", "greedy", "random")


cdef int moves_to_plan_for(int half_move) noexcept nogil:
    """Over how many own moves to spread the time: fewer than there can still be.

    What is settled takes no more time, and each move takes its share of what is left.
    """
    return 4 + (60 - half_move) // 4


include "../alpha_beta/search.pxi"
include "../alpha_beta/points.pxi"
include "../alpha_beta/styles.pxi"
include "../alpha_beta/program.pxi"
include "../alpha_beta/position.pxi"


cdef class Position(BoardPosition):
    """A position of a game, from the text of a matrix.txt; ValueError if it is malformed."""
