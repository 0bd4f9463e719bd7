# What a position of Knights looks like to be worth, for the player to move; a point is 100.
#
# The points that have been made count most. Then what could be taken, by the player to move more
# than by the other, how many cells there are to jump to, and how near a side is to the points for a
# line. The weights are those that won most games against others.

from libc.stdint cimport uint64_t

from bot.alpha_beta.cells cimport FILE_A, ROW_1, mixed, popcount
from bot.common.transposition cimport Key
from bot.knights.board cimport Board, lead_of, reach_of


cdef enum:
    A_POINT = 100
    OUR_PREY = 30       # for each point that lies in reach
    THEIR_PREY = 12
    A_CELL = 4          # in reach
    OFF_LINE = 100      # for each knight of the other side that is not in its fullest line


cdef inline int off_line(uint64_t knights) noexcept nogil:
    """How many stand outside the row or column that most stand in."""
    cdef int most = 0
    cdef int n
    for n in range(8):
        most = max(most, popcount(knights & ROW_1 << 8 * n))
        most = max(most, popcount(knights & FILE_A << n))
    return popcount(knights) - most


cdef inline int prey_of(const Board *board, uint64_t reach, uint64_t knights) noexcept nogil:
    """The points that lie in reach, the other side's knights being these."""
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
    """Of all that decides how the game can go on."""
    cdef Key key
    key.lock = mixed(mixed(mixed(board.own, board.foe), board.prizes[0]), board.prizes[1])
    key.lock = mixed(key.lock, <uint64_t>(lead_of(board) * 64 + board.half_move))
    key.bucket = key.lock >> 32
    return key
