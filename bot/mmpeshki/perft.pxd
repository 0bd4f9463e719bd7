# Perft for MMPeshki: the count by which the kernel is compared with the rules.
#
# The last level is not played: moves are counted as sets, without mirroring the board.

from libc.stdint cimport uint64_t

from bot.mmpeshki.board cimport (
    ANY_FILE,
    JUMP_FROM_FAR,
    LAST_HALF_MOVE,
    NOT_FILE_A,
    NOT_FILE_H,
    STEP_FROM_FAR,
    Board,
    count_moves,
    count_replies,
    jumpers,
    mirrored,
    outcome_of,
    steppers,
)


cdef inline uint64_t perft_ways(
    uint64_t own, uint64_t foe, uint64_t free, uint64_t origins, int way, bint jump, int depth
) noexcept nogil:
    """Return the count after the moves of these pieces by ``way``."""
    cdef uint64_t total = 0
    cdef uint64_t origin
    cdef uint64_t target
    cdef uint64_t taken
    while origins:
        origin = origins & (~origins + 1)
        origins ^= origin
        target = origin << way
        taken = 0
        if jump:
            taken = target
            target = target << way
        total += perft_after(
            own ^ origin ^ target, foe ^ taken, free ^ origin ^ target ^ taken, depth - 1
        )
    return total


cdef inline uint64_t perft_after(
    uint64_t own, uint64_t foe, uint64_t free, int depth
) noexcept nogil:
    if depth == 1:
        return count_replies(foe, own, free)
    return perft_moves(mirrored(foe), mirrored(own), mirrored(free), depth)


cdef inline uint64_t perft_moves(
    uint64_t own, uint64_t foe, uint64_t free, int depth
) noexcept nogil:
    """Return the count from depth 2 on; moves to the far row end the game by any rule."""
    cdef uint64_t walkers = own & ~STEP_FROM_FAR
    cdef uint64_t hoppers = own & ~JUMP_FROM_FAR
    return (
        perft_ways(own, foe, free, steppers(walkers, free, NOT_FILE_A, 7), 7, False, depth)
        + perft_ways(own, foe, free, steppers(walkers, free, ANY_FILE, 8), 8, False, depth)
        + perft_ways(own, foe, free, steppers(walkers, free, NOT_FILE_H, 9), 9, False, depth)
        + perft_ways(own, foe, free, jumpers(hoppers, foe, free, NOT_FILE_A, 7), 7, True, depth)
        + perft_ways(own, foe, free, jumpers(hoppers, foe, free, ANY_FILE, 8), 8, True, depth)
        + perft_ways(own, foe, free, jumpers(hoppers, foe, free, NOT_FILE_H, 9), 9, True, depth)
    )


cdef inline uint64_t perft_of(const Board *board, int depth) noexcept nogil:
    """Return the number of sequences of ``depth`` moves; a game that is over has none."""
    if depth <= 0:
        return 1
    if outcome_of(board) != c"U" or depth > LAST_HALF_MOVE + 1 - board.half_move:
        return 0
    if depth == 1:
        return count_moves(board.own, board.foe, board.free)
    return perft_moves(board.own, board.foe, board.free, depth)
