# Reductions of the champion of MMPeshki: moves that are searched less deep or not at all.
#
# Proofs stay correct. Moves are left out only after one that is no proven loss, or if the position
# itself has a value that is none; so leaving them out cannot make a proven loss. At an exhaustive
# depth, or if an arrival is threatened, everything is searched.

from bot.mmpeshki.board cimport is_jump
from bot.common.transposition cimport NO_MOVE, PROVEN


cdef enum:
    EXHAUSTIVE = 130            # added to the depth of a search that leaves nothing out
    FIRST_MOVES = 3             # moves that are never reduced
    A_DEPTH = 60                # possible gain of a move, for each depth


cdef inline int reduction(int depth, int n, int move) noexcept nogil:
    """Return the reduction of the depth for the first search of a late move."""
    if depth > EXHAUSTIVE or depth < 2 or n < FIRST_MOVES or is_jump(move):
        return 0
    return 1 + (n >= 6) + (depth >= 8 and n >= 5)


cdef inline bint is_too_late(int depth, int n, int move, int best) noexcept nogil:
    """Return whether the move and all later ones are left out."""
    return 0 < depth <= 6 and n >= 4 + depth and best > -PROVEN and not is_jump(move)


cdef inline bint is_hopeless(int value, int depth, int alpha) noexcept nogil:
    """Return whether only moves that threaten could still raise the value to alpha."""
    return 0 < depth <= 4 and -PROVEN < alpha < PROVEN and value + A_DEPTH * depth <= alpha


cdef inline bint is_unprepared(int depth, int known) noexcept nogil:
    """Return whether to reduce the depth since the table has no best move yet."""
    return 4 <= depth < EXHAUSTIVE and known == NO_MOVE
