# The evaluation of a position of MMPeshki for the player to move, where the search stops.
#
# Pieces count by their rows and neighbours, jumps much, moves a little; and the runners of both
# sides count, see race.pxd. The weights are those with which the search finds proofs soon. A value
# of 100 is about a step in the logarithm of the odds to win.

from libc.stdint cimport uint64_t

from bot.mmpeshki.board cimport (
    ANY_FILE,
    NOT_FILE_A,
    NOT_FILE_H,
    Board,
    count_moves,
    jumpers,
    popcount,
)
from bot.mmpeshki.cell_sets cimport spread_down, spread_up
from bot.mmpeshki.search.race cimport NEVER
from bot.mmpeshki.search.weights cimport (
    A_JUMP,
    A_MOVE,
    A_MOVE_OF_RUN,
    A_MOVE_OF_THEIRS,
    ASIDE_BEHIND,
    BACKED,
    BEHIND,
    FACING,
    ON_EDGE,
    ROW_1,
    ROW_2,
    ROW_3,
    ROW_4,
    ROW_5,
    ROW_6,
    ROW_7,
    RUN,
    THEIR_JUMP,
    THEIR_RUN,
    WEIGHTS,
)


cdef extern from *:
    """
    #define FORWARD 0x00ffffff00000000ULL
    """
    const uint64_t FORWARD      # the rows of the other side's half, but the last


cdef inline int standing(uint64_t own, uint64_t foe, uint64_t free) noexcept nogil:
    """Return the value of one side's pieces by row and neighbours; pieces at home count less."""
    return (
        WEIGHTS[ROW_7] * popcount(own & 0x00ff000000000000ULL)
        + WEIGHTS[ROW_6] * popcount(own & 0x0000ff0000000000ULL)
        + WEIGHTS[ROW_5] * popcount(own & 0x000000ff00000000ULL)
        + WEIGHTS[ROW_4] * popcount(own & 0x00000000ff000000ULL)
        + WEIGHTS[ROW_3] * popcount(own & 0x0000000000ff0000ULL)
        + WEIGHTS[ROW_2] * popcount(own & 0x000000000000ff00ULL)
        + WEIGHTS[ROW_1] * popcount(own & 0x00000000000000ffULL)
        + WEIGHTS[ON_EDGE] * popcount(own & ~(NOT_FILE_A & NOT_FILE_H))
        # A piece behind another occupies the cell that a foe would need for a jump.
        + WEIGHTS[BEHIND] * popcount(own & (own << 8))
        + WEIGHTS[ASIDE_BEHIND] * popcount(own & ((own & NOT_FILE_A) << 7))
        + WEIGHTS[ASIDE_BEHIND] * popcount(own & ((own & NOT_FILE_H) << 9))
        + WEIGHTS[BACKED] * popcount(own & spread_up(own) & FORWARD)
        # Two pieces face each other over a free cell: a piece that steps there is jumped.
        + WEIGHTS[FACING] * popcount(own & spread_down(spread_down(foe) & free))
    )


cdef inline int count_jumps(uint64_t own, uint64_t foe, uint64_t free) noexcept nogil:
    return (
        popcount(jumpers(own, foe, free, NOT_FILE_A, 7))
        + popcount(jumpers(own, foe, free, ANY_FILE, 8))
        + popcount(jumpers(own, foe, free, NOT_FILE_H, 9))
    )


cdef inline int value_of(
    const Board *board, const Board *turned, int ours, int theirs
) noexcept nogil:
    """Return the value, from the board of both sides and the moves until a runner arrives."""
    cdef int value = standing(board.own, board.foe, board.free)
    value -= standing(turned.own, turned.foe, turned.free)
    value += WEIGHTS[A_MOVE] * count_moves(board.own, board.foe, board.free)
    value -= WEIGHTS[A_MOVE] * count_moves(turned.own, turned.foe, turned.free)
    # A jump counts more for the player to move.
    value += WEIGHTS[A_JUMP] * count_jumps(board.own, board.foe, board.free)
    value -= WEIGHTS[THEIR_JUMP] * count_jumps(turned.own, turned.foe, turned.free)
    # The side that arrives first wins the race; this is no proof, since the other side may be
    # without a move by then.
    if ours <= theirs and ours != NEVER:
        value += WEIGHTS[RUN] - WEIGHTS[A_MOVE_OF_RUN] * ours
    elif theirs != NEVER:
        value -= WEIGHTS[THEIR_RUN] - WEIGHTS[A_MOVE_OF_THEIRS] * theirs
    return value
