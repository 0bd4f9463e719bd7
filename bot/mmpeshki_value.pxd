# What a position of MMPeshki is worth where the search stops, for the player to move.
#
# Pieces count by the row they have reached and the company they keep, jumps much, moves a little.
# And the runners of both sides count, see mmpeshki_race.pxd.

from libc.stdint cimport uint64_t

from bot.mmpeshki_board cimport (
    ANY_FILE,
    NOT_FILE_A,
    NOT_FILE_H,
    Board,
    count_moves,
    jumpers,
    popcount,
)
from bot.mmpeshki_pair cimport spread_down
from bot.mmpeshki_race cimport NEVER


cdef inline int standing(uint64_t own, uint64_t foe, uint64_t free) noexcept nogil:
    """One side's pieces by row, with the company they keep; those at home are a burden."""
    return (
        174 * popcount(own & 0x00ff000000000000ULL)
        + 96 * popcount(own & 0x0000ff0000000000ULL)
        + 52 * popcount(own & 0x000000ff00000000ULL)
        + 16 * popcount(own & 0x00000000ff000000ULL)
        - 19 * popcount(own & 0x0000000000ff0000ULL)
        - 48 * popcount(own & 0x000000000000ff00ULL)
        - 39 * popcount(own & 0x00000000000000ffULL)
        + 24 * popcount(own & ~(NOT_FILE_A & NOT_FILE_H))
        # A piece behind another takes the cell that a foe would need to jump it.
        + 21 * popcount(own & (own << 8))
        + 18 * popcount(own & ((own & NOT_FILE_A) << 7))
        + 18 * popcount(own & ((own & NOT_FILE_H) << 9))
        # Two that face each other over a free cell: who steps there is jumped.
        + 20 * popcount(own & spread_down(spread_down(foe) & free))
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
    """The value, from the board seen from both sides, and in how many moves a runner arrives."""
    # The weights are a logistic regression's, over positions of the champion's own games: a
    # hundred is a step in the logarithm of the odds to win.
    cdef int value = standing(board.own, board.foe, board.free)
    value -= standing(turned.own, turned.foe, turned.free)
    value += 10 * count_moves(board.own, board.foe, board.free)
    value -= 10 * count_moves(turned.own, turned.foe, turned.free)
    # A jump is worth more to the player to move.
    value += 72 * count_jumps(board.own, board.foe, board.free)
    value -= 25 * count_jumps(turned.own, turned.foe, turned.free)
    # Who arrives first, having the move, wins the race; not for sure, since nobody is made to
    # run, and the other may have no move by then.
    if ours <= theirs and ours != NEVER:
        value += 344 - 67 * ours
    elif theirs != NEVER:
        value -= 304 - 64 * theirs
    return value
