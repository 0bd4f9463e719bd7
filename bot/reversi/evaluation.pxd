# The evaluation of a position of Reversi for the player to move.
#
# Discs count little until the board is nearly full: they are turned over again. More important are
# the moves of each player, the empty cells beside the other's discs, where moves will be possible,
# and corners, which are never turned over; a disc beside a free corner gives it away. The weights
# are those that won most games against others.

from libc.stdint cimport uint64_t

from bot.alpha_beta.cells cimport mixed, popcount
from bot.common.transposition cimport Key
from bot.reversi.board cimport Board, lead_of, placings, shifted


cdef enum:
    A_CORNER = 120
    BESIDE_A_CORNER = -25   # for each disc beside one that is free
    A_MOVE = 12
    A_BORDER = 4            # for each empty cell beside the other's discs
    A_DISC = 6              # towards the end
    LATE_DISCS = 12         # most empty cells for which discs count


cdef inline uint64_t all_around(uint64_t discs) noexcept nogil:
    """Return the cells beside any of some cells."""
    cdef uint64_t found = 0
    cdef int way
    for way in range(8):
        found |= shifted(discs, way)
    return found


cdef inline int value_of(const Board *board) noexcept nogil:
    cdef uint64_t empty = board.cells & ~(board.own | board.foe)
    cdef uint64_t risky = all_around(board.corners & empty)
    cdef int value = A_CORNER * (
        popcount(board.own & board.corners) - popcount(board.foe & board.corners)
    )
    value += BESIDE_A_CORNER * (popcount(board.own & risky) - popcount(board.foe & risky))
    value += A_MOVE * (
        popcount(placings(board.own, board.foe, board.cells))
        - popcount(placings(board.foe, board.own, board.cells))
    )
    value += A_BORDER * (
        popcount(all_around(board.foe) & empty) - popcount(all_around(board.own) & empty)
    )
    if popcount(empty) <= LATE_DISCS:
        value += A_DISC * lead_of(board)
    return value


cdef inline Key key_of(const Board *board) noexcept nogil:
    """Return the hash of everything that determines the further game."""
    cdef Key key
    key.lock = mixed(mixed(board.own, board.foe), <uint64_t>board.half_move)
    key.bucket = key.lock >> 32
    return key
