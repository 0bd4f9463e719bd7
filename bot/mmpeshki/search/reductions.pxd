# What the champion of MMPeshki looks at less deep, or not at all, since it will hardly matter.
#
# None of this touches proofs. Moves are left out only after one has been found, or where the
# position itself is worth something, and not a proven loss; so leaving them out cannot make one.
# And where an exhaustive depth is asked for, or an arrival is threatened, everything is searched.

from bot.mmpeshki.board cimport is_jump
from bot.common.transposition cimport NO_MOVE, PROVEN


cdef enum:
    EXHAUSTIVE = 130            # added to the depth: nothing is left out
    FIRST_MOVES = 3             # never looked at less deep
    A_DEPTH = 60                # by how much a move may better the value, for each depth


cdef inline int reduction(int depth, int n, int move) noexcept nogil:
    """By how much less deep a late move is looked at first."""
    if depth > EXHAUSTIVE or depth < 2 or n < FIRST_MOVES or is_jump(move):
        return 0
    return 1 + (n >= 6) + (depth >= 8 and n >= 5)


cdef inline bint is_too_late(int depth, int n, int move, int best) noexcept nogil:
    """Whether the move and those behind it are left out."""
    return 0 < depth <= 6 and n >= 4 + depth and best > -PROVEN and not is_jump(move)


cdef inline bint is_hopeless(int value, int depth, int alpha) noexcept nogil:
    """Whether only moves that threaten may still bring the value to alpha."""
    return 0 < depth <= 4 and -PROVEN < alpha < PROVEN and value + A_DEPTH * depth <= alpha


cdef inline bint is_unprepared(int depth, int known) noexcept nogil:
    """Whether no move is known that deserves the depth: next time there will be one."""
    return 4 <= depth < EXHAUSTIVE and known == NO_MOVE
