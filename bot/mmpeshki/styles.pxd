# The parts of the styles that are special to MMPeshki; the rest is in alpha_beta/styles.pxi.

from bot.common.chance cimport Chance
from bot.common.clock cimport used_microseconds
from bot.common.matrix_file cimport Matrix
from bot.common.transposition cimport PROVEN, Key
from bot.mmpeshki.board cimport (
    Board, Moves, after, is_jump, list_moves, outcome_of, player_at, target_of, write_board_to,
)
from bot.mmpeshki.search.state cimport Search
from bot.mmpeshki.search.tt_probe cimport key_of as key_of_sets


cdef enum:
    NODES_A_MICROSECOND = 8
    NODES_WITHOUT_TIME = 2000
    WIDEST = PROVEN
    LEAST_LIKED = -2000


cdef inline int moves_to_plan_for(int half_move) noexcept nogil:
    """Return the number of own moves over which to spread the time.

    It is less than there can still be: most games are proven early, and need no more time then. So
    the moves up to half-move 30 get most: who proves first, wins. Each move takes a share of the
    time left, so some time is always left.
    """
    return 3 + (30 - half_move) // 8 if half_move < 30 else 3


cdef inline Key key_of(const Board *board) noexcept nogil:
    return key_of_sets(board.own, board.foe, board.half_move)


cdef inline void begin_search(Search *search, Chance *chance) noexcept nogil:
    """Set the clock; nothing is random: equal moves are played in the same order."""
    search.clock = &used_microseconds


cdef inline void play(Matrix *matrix, Board *board, int move, int limit) noexcept nogil:
    """Make the move on the board and in the matrix; `finish` sets the draw by the limit."""
    board[0] = after(board, move)
    write_board_to(matrix, board)


cdef inline bint wins_at_once(const Board *board) noexcept nogil:
    """Return whether the player to move has a winning move."""
    cdef Moves moves
    cdef Board child
    cdef int n
    list_moves(&moves, board)
    for n in range(moves.count):
        child = after(board, moves.moves[n])
        if outcome_of(&child) == player_at(board.half_move):
            return True
    return False


cdef inline int liking(const Board *board, int move, int limit) noexcept nogil:
    """Return the value of a move for the greedy style: wins, then safe moves, jumps, far rows."""
    cdef Board child = after(board, move)
    cdef char outcome = outcome_of(&child)
    cdef int liked = target_of(move) >> 3
    if outcome == player_at(board.half_move):
        return 1000
    if is_jump(move):
        liked += 100
    if outcome == player_at(child.half_move):
        return liked - 2000
    if outcome == c"U" and wins_at_once(&child):
        return liked - 1000
    return liked
