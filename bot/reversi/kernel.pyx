# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False
"""The players of Reversi: a program that makes a move, and a Python class.

`bot_main` is the whole program. `Position` is for tests and analysis.
"""

from libc.stdint cimport uint64_t
from libc.stdio cimport sprintf
from libc.string cimport strcpy

from bot.alpha_beta.cells cimport letter_of, player_at
from bot.common.chance cimport Chance, next_random
from bot.common.matrix_file cimport Matrix
from bot.reversi.board cimport (
    PASS, Board, after, gain_of, is_bold, lead_of, list_bold, list_moves, read_board_of,
    result_on_board, write_board_to,
)
from bot.reversi.evaluation cimport key_of, value_of


STYLES = ("champion", "greedy", "random")
LARGEST_BOARD = (8, 8)


cdef enum:
    LAST_HALF_MOVE = 127    # more than any game: a pass is always followed by a disc
    NODES_A_MICROSECOND = 2
    NODES_WITHOUT_TIME = 300
    LIKES_TO_WIN = 10000
    LEAST_LIKED = -LIKES_TO_WIN


cdef int moves_to_plan_for(int half_move) noexcept nogil:
    """Return the number of own moves over which to spread the time; the last moves are quick."""
    return max(3, 4 + (50 - half_move) // 3)


include "../alpha_beta/search.pxi"


cdef enum:
    WIDEST = INFINITE


cdef Result result_of(const Board *board, int limit) noexcept nogil:
    """Return the result for the player to move; at the limit the discs decide."""
    cdef Result result = result_on_board(board)
    if result == OPEN and board.half_move > limit:
        return result_of_lead(lead_of(board))
    return result


cdef char outcome_of(const Board *board) noexcept nogil:
    """Return the letter of the result in files."""
    return letter_of(result_of(board, LAST_HALF_MOVE), board.half_move)


cdef int liking(const Board *board, int move, int limit) noexcept nogil:
    """Return the value of a move for the greedy style: by an immediate win, or else by discs."""
    cdef Board child = after(board, move)
    cdef Result result = result_of(&child, limit)
    return -lead_of(&child) if result == OPEN else -result * <int>LIKES_TO_WIN


cdef void begin_search(Search *search, Chance *chance) noexcept nogil:
    search.lot = next_random(chance) | 1


cdef void name_move(char *name, const Board *board, int move) noexcept nogil:
    if move == PASS:
        strcpy(name, b"pass")
    else:
        sprintf(name, b"%c%c", <int>c"a" + (move & 7), <int>c"1" + (move >> 3 & 7))


cdef void play(Matrix *matrix, Board *board, int move, int limit) noexcept nogil:
    """Make the move on the board and in the matrix, except the player to move and the times."""
    name_move(matrix.last, board, move)
    board[0] = after(board, move)
    write_board_to(matrix, board)
    matrix.winner = letter_of(result_of(board, limit), board.half_move)


cdef uint64_t perft_of(const Board *board, int depth) noexcept nogil:
    """Return the number of sequences of ``depth`` moves; a game that is over has none."""
    cdef Moves moves
    cdef Board child
    cdef uint64_t total = 0
    cdef int n
    if depth <= 0:
        return 1
    list_moves(&moves, board)
    if depth == 1:
        return moves.count
    for n in range(moves.count):
        child = after(board, moves.moves[n])
        total += perft_of(&child, depth - 1)
    return total


include "../alpha_beta/styles.pxi"
include "../alpha_beta/program.pxi"
include "../alpha_beta/position.pxi"


cdef class Position(BoardPosition):
    """A position of a game, from the text of a matrix.txt; ValueError if that is malformed."""
