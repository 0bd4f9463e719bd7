# What a position of MMPeshki is worth where the search stops, for the player to move.
#
# Pieces count by the row they have reached and the company they keep, jumps much, moves a little.
# A runner that nothing can touch on its way to the far row is the search's eye for what lies
# beyond it.

from libc.stdint cimport uint64_t

from bot.mmpeshki_board cimport (
    ANY_FILE,
    FAR_ROW,
    NOT_FILE_A,
    NOT_FILE_H,
    count_moves,
    count_replies,
    jumpers,
    mirrored,
    popcount,
)


cdef enum:
    NEVER = 99          # no runner gets through


cdef inline uint64_t spread_up(uint64_t cells) noexcept nogil:
    return ((cells & NOT_FILE_A) << 7) | (cells << 8) | ((cells & NOT_FILE_H) << 9)


cdef inline uint64_t spread_down(uint64_t cells) noexcept nogil:
    return ((cells & NOT_FILE_A) >> 9) | (cells >> 8) | ((cells & NOT_FILE_H) >> 7)


cdef inline uint64_t grown_down(uint64_t cells, uint64_t over, uint64_t board) noexcept nogil:
    """Those cells and where pieces on them can be one move later, jumping over what they may."""
    cdef uint64_t left = ((cells & NOT_FILE_A) >> 9) & over & NOT_FILE_A
    cdef uint64_t ahead = (cells >> 8) & over
    cdef uint64_t right = ((cells & NOT_FILE_H) >> 7) & over & NOT_FILE_H
    return cells | ((spread_down(cells) | (left >> 9) | (ahead >> 8) | (right >> 7)) & board)


cdef inline int runner(uint64_t own, uint64_t foe, uint64_t free, bint waits) noexcept nogil:
    """In how many moves an own piece reaches the far row, whatever the other side does.

    The runner keeps to cells where no enemy piece can stand by then, nor stand before it to
    take it. With `waits`, the other side moves first.
    """
    cdef uint64_t board = own | foe | free
    cdef uint64_t reach = foe
    cdef uint64_t front = own
    cdef int moves
    if waits:
        # A piece that is taken before it moves is no runner.
        front &= ~spread_down(foe)
        reach = grown_down(foe, own, board)
    for moves in range(1, 8):
        front = spread_up(front) & free
        if front & FAR_ROW:
            return moves
        front &= ~(reach | spread_down(reach))
        if front == 0:
            return NEVER
        reach = grown_down(reach, own, board)
    return NEVER


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


cdef inline int value_of(uint64_t own, uint64_t foe, uint64_t free) noexcept nogil:
    # The weights are a logistic regression's, over positions of the champion's own games: a
    # hundred is a step in the logarithm of the odds to win.
    cdef uint64_t their_own = mirrored(foe)
    cdef uint64_t their_foe = mirrored(own)
    cdef uint64_t their_free = mirrored(free)
    cdef int ours = runner(own, foe, free, False)
    cdef int theirs = runner(their_own, their_foe, their_free, True)
    cdef int value = standing(own, foe, free) - standing(their_own, their_foe, their_free)
    value += 10 * (count_moves(own, foe, free) - count_replies(foe, own, free))
    # A jump is worth more to the player to move.
    value += 72 * count_jumps(own, foe, free)
    value -= 25 * count_jumps(their_own, their_foe, their_free)
    # Who arrives first, having the move, wins the race; not for sure, since nobody is made to
    # run, and the other may have no move by then.
    if ours <= theirs and ours != NEVER:
        value += 344 - 67 * ours
    elif theirs != NEVER:
        value -= 304 - 64 * theirs
    return value
