# The evaluation of a position of Fight-B for the player to move; a mark is 100.
#
# The player to move is about to gain some marks, and a piece can gain a ring of them. The weights
# are those that won most games against others.

from bot.alpha_beta.cells cimport mixed, popcount
from bot.common.transposition cimport Key
from bot.fight.board cimport Board, lead_of


cdef enum:
    A_POINT = 100
    A_PIECE = 900
    TO_MOVE = 600


cdef inline int value_of(const Board *board) noexcept nogil:
    return (
        A_POINT * lead_of(board) + TO_MOVE
        + A_PIECE * (popcount(board.own) - popcount(board.foe))
    )


cdef inline Key key_of(const Board *board) noexcept nogil:
    """Return the hash of everything that determines the further game."""
    cdef Key key
    key.lock = mixed(mixed(mixed(board.own, board.foe), board.marks[0]), board.marks[1])
    key.lock = mixed(mixed(key.lock, board.free), board.half_move)
    key.bucket = key.lock >> 32
    return key
