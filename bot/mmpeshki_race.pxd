# Races in MMPeshki: the runner that nothing can touch on its way to the far row.
#
# It is the search's eye for what lies beyond it, and under some more conditions a proof. The side
# that runs moves nothing else, and only steps. So the other side's pieces are, at any time, among
# the cells that they could have reached each by itself, which is what `reach` holds: more than can
# be, never less. The runner keeps to cells where none of them can stand, nor jump it from.
#
# The run is a proof if the other side cannot be at its own far row before (no home row in `reach`)
# and cannot be without a move before or after the arrival, which would win for it by rule 9. That
# is `always_moves`: call a cell of the other side open if a path of cells, each free or held by a
# piece of that side, leads on from it to the far row. Of the pieces on open cells the foremost has
# the next cell of its path free, since nothing of its own side is ahead of it there, and we do not
# move in: so there is a move as long as one piece is on an open cell. A move takes at most one
# piece off open cells, and we capture none.

from libc.stdint cimport uint64_t

from bot.mmpeshki_board cimport (
    FAR_ROW,
    HOME_ROW,
    NOT_FILE_A,
    NOT_FILE_H,
    popcount,
)


cdef enum:
    NEVER = 99          # no runner gets through


cdef struct Run:
    int moves           # until the runner arrives, or NEVER
    bint proven         # that the side that runs wins by then


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


cdef inline bint always_moves(uint64_t foe, uint64_t free, int made) noexcept nogil:
    """Whether the other side, which moves down, has a move even after having made so many."""
    cdef uint64_t room = free | foe
    cdef uint64_t open_cells = HOME_ROW & room
    cdef int _n
    for _n in range(6):
        open_cells |= spread_up(open_cells) & room
    return popcount(foe & open_cells) > made


cdef inline Run run_of(uint64_t own, uint64_t foe, uint64_t free, bint waits) noexcept nogil:
    """The shortest way of an own piece to the far row, whatever the other side does.

    With `waits`, the other side moves first.
    """
    cdef Run run
    cdef uint64_t board = own | foe | free
    cdef uint64_t reach = foe
    cdef uint64_t front = own
    cdef bint first = True
    cdef int moves
    run.moves = NEVER
    run.proven = False
    if waits:
        # A piece that is taken before it moves is no runner.
        front &= ~spread_down(foe)
        reach = grown_down(foe, own, board)
        first = not reach & HOME_ROW
    for moves in range(1, 8):
        front = spread_up(front) & free
        if front & FAR_ROW:
            run.moves = moves
            run.proven = first and always_moves(foe, free, moves if waits else moves - 1)
            return run
        front &= ~(reach | spread_down(reach))
        if front == 0:
            return run
        reach = grown_down(reach, own, board)
        first = first and not reach & HOME_ROW
    return run
