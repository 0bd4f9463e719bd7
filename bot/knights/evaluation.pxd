# The evaluation of a position of Knights for the player to move; a point is 100.
#
# The points so far count most. Then count what could be taken, for the player to move more than for
# the other, the number of cells to jump to, and how near a side is to the points for a line. The
# weights are those that won most games against others.

from libc.stdint cimport uint64_t

from bot.alpha_beta.cells cimport FILE_A, ROW_1, mixed, popcount
from bot.common.transposition cimport Key
from bot.knights.board cimport Board, lead_of, reach_of


cdef enum:
    A_POINT = 100
    OUR_PREY = 30       # for each point within reach
    THEIR_PREY = 12
    A_CELL = 4          # for each cell within reach
    OFF_LINE = 100      # for each knight of the other side that is not in its fullest line


cdef inline int off_line(uint64_t knights) noexcept nogil:
    """Return the number of knights outside the row or column with most of them."""
    cdef int most = 0
    cdef int n
    for n in range(8):
        most = max(most, popcount(knights & ROW_1 << 8 * n))
        most = max(most, popcount(knights & FILE_A << n))
    return popcount(knights) - most


cdef inline int prey_of(const Board *board, uint64_t reach, uint64_t knights) noexcept nogil:
    """Return the points within reach, with ``knights`` as the other side."""
    return popcount(reach & (knights | board.prizes[0])) + 2 * popcount(reach & board.prizes[1])


cdef inline int value_of(const Board *board) noexcept nogil:
    cdef uint64_t ours = reach_of(board.own)
    cdef uint64_t theirs = reach_of(board.foe)
    return (
        A_POINT * lead_of(board)
        + OUR_PREY * prey_of(board, ours, board.foe)
        - THEIR_PREY * prey_of(board, theirs, board.own)
        + A_CELL * (popcount(ours & ~board.own) - popcount(theirs & ~board.foe))
        + OFF_LINE * (off_line(board.foe) - off_line(board.own))
    )


cdef inline Key key_of(const Board *board) noexcept nogil:
    """Return the hash of everything that determines the further game."""
    cdef Key key
    key.lock = mixed(mixed(mixed(board.own, board.foe), board.prizes[0]), board.prizes[1])
    key.lock = mixed(key.lock, <uint64_t>(lead_of(board) * 64 + board.half_move))
    key.bucket = key.lock >> 32
    return key
