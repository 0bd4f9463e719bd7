# Races in MMPeshki: the runner that nothing can touch on its way to the far row.
#
# It is the search's eye for what lies beyond it, and under some more conditions a proof. The side
# that runs moves one piece, and only steps. So the other side's pieces are, at any time, among the
# cells that they could have reached each by itself, which is what `Reach` holds: more than can be,
# never less. They enter cells that are free, that they have left themselves, that the runner has
# left, or where they have taken a piece before; all other pieces of the side that runs stand where
# they stood. The runner keeps to free cells where none of them can be, and where none can jump it:
# on the edge, before a mark or before a piece of its own it is safe from that side.
#
# Whose cells get free hangs on which piece runs. So all pieces are tried at once first, as if none
# left its cell, and those that seem to get through are then looked at one by one.
#
# The run is a proof if the other side cannot be at its own far row before (no home row in the
# reach) and cannot be without a move before or after the arrival, which would win for it by rule 9.
# That is `always_moves`: call a cell open if a path of cells, each free or held by a piece of the
# other side and none used by the runner, leads on from it to that side's far row. Of the pieces on
# open cells the foremost has the next cell of its path free, since nothing of its own side is ahead
# of it there, and we do not move in: so there is a move as long as one piece is on an open cell.
# We capture none; and from a cell that is open to the depth of n, a piece needs n moves to get off
# the open cells.

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
    MOST_STEPS = 7


cdef struct Run:
    int moves           # until the runner arrives, or NEVER
    bint proven         # that the side that runs wins by then


cdef struct Reach:
    uint64_t cells      # where the other side's pieces can be
    uint64_t taken      # the pieces of ours that they can have taken


cdef inline uint64_t spread_up(uint64_t cells) noexcept nogil:
    return ((cells & NOT_FILE_A) << 7) | (cells << 8) | ((cells & NOT_FILE_H) << 9)


cdef inline uint64_t spread_down(uint64_t cells) noexcept nogil:
    return ((cells & NOT_FILE_A) >> 9) | (cells >> 8) | ((cells & NOT_FILE_H) >> 7)


cdef inline uint64_t in_danger(uint64_t cells, uint64_t enterable) noexcept nogil:
    """Where a piece can be jumped from those cells, the cell behind it being enterable."""
    return (
        (((cells & NOT_FILE_A) >> 9) & NOT_FILE_A & (enterable << 9))
        | ((cells >> 8) & (enterable << 8))
        | (((cells & NOT_FILE_H) >> 7) & NOT_FILE_H & (enterable << 7))
    )


cdef inline void grow(Reach *reach, uint64_t own, uint64_t enterable) noexcept nogil:
    """Adds where the other side's pieces can be one move later, and what they can take."""
    cdef uint64_t cells = reach.cells
    cdef uint64_t left = ((cells & NOT_FILE_A) >> 9) & own & NOT_FILE_A & (enterable << 9)
    cdef uint64_t ahead = (cells >> 8) & own & (enterable << 8)
    cdef uint64_t right = ((cells & NOT_FILE_H) >> 7) & own & NOT_FILE_H & (enterable << 7)
    reach.taken |= left | ahead | right
    reach.cells |= (spread_down(cells) & enterable) | (left >> 9) | (ahead >> 8) | (right >> 7)


cdef inline Reach first_reach(
    uint64_t own, uint64_t foe, uint64_t free, bint waits, uint64_t *enterable
) noexcept nogil:
    """Where the other side's pieces can be when the runner sets out; adds what they can enter."""
    cdef Reach reach
    reach.cells = foe
    reach.taken = 0
    if waits:
        grow(&reach, own, free)
        enterable[0] |= foe | reach.taken
    return reach


cdef inline uint64_t deeper_open(
    uint64_t open_cells, uint64_t own, uint64_t board
) noexcept nogil:
    """Those of the open cells from which no move of the other side leads off them."""
    cdef uint64_t off = board & ~open_cells
    cdef uint64_t left = ((off & NOT_FILE_H) << 9) & own & NOT_FILE_H
    cdef uint64_t ahead = (off << 8) & own
    cdef uint64_t right = ((off & NOT_FILE_A) << 7) & own & NOT_FILE_A
    return open_cells & ~(spread_up(off) | (left << 9) | (ahead << 8) | (right << 7))


cdef inline bint always_moves(
    uint64_t own, uint64_t foe, uint64_t free, uint64_t used, int made
) noexcept nogil:
    """Whether the other side, which moves down, has a move even after having made so many.

    The runner has used those cells.
    """
    cdef uint64_t room = (free | foe) & ~used
    cdef uint64_t open_cells = HOME_ROW & room
    cdef uint64_t before = 0
    cdef int _n
    for _n in range(6):
        open_cells |= spread_up(open_cells) & room
    while open_cells != before:
        made -= popcount(foe & open_cells)
        if made < 0:
            return True
        before = open_cells
        open_cells = deeper_open(open_cells, own, own | foe | free)
    # From what is left, pieces get off by arriving only, and that they do too late.
    return foe & open_cells != 0


cdef inline uint64_t likely_runners(
    uint64_t own, uint64_t foe, uint64_t free, bint waits, int *moves
) noexcept nogil:
    """The pieces that may be the first to get through, and in how many moves."""
    cdef uint64_t fronts[MOST_STEPS + 1]
    cdef uint64_t front
    cdef uint64_t enterable = free
    cdef Reach reach = first_reach(own, foe, free, waits, &enterable)
    cdef bint first = not waits or not reach.cells & HOME_ROW
    cdef int n = 0
    fronts[0] = own & ~reach.taken
    while True:
        front = spread_up(fronts[n]) & free
        n += 1
        if front & FAR_ROW:
            break
        front &= ~(reach.cells | in_danger(reach.cells, enterable))
        if front == 0 or n == MOST_STEPS:
            return 0
        fronts[n] = front
        grow(&reach, own, enterable)
        first = first and not reach.cells & HOME_ROW
        enterable = free | foe | reach.taken
    moves[0] = n
    front &= FAR_ROW
    while first and n:
        n -= 1
        front = fronts[n] & spread_down(front)
    return front if first else 0


cdef inline uint64_t way_through(const uint64_t *fronts, uint64_t front, int n) noexcept nogil:
    """One cell of the last front, and of each before it one from where the next is reached."""
    cdef uint64_t cell = front & (~front + 1)
    cdef uint64_t way = cell
    while n:
        n -= 1
        cell = fronts[n] & spread_down(cell)
        cell &= ~cell + 1
        way |= cell
    return way


cdef inline int steps_of(
    uint64_t own, uint64_t foe, uint64_t free, uint64_t runner, bint waits, uint64_t *way
) noexcept nogil:
    """How many moves it takes that piece to win the race for sure, or NEVER; on which way."""
    cdef uint64_t fronts[MOST_STEPS + 1]
    cdef uint64_t front = runner
    cdef uint64_t used = 0
    cdef uint64_t enterable = free | runner
    cdef Reach reach = first_reach(own, foe, free, waits, &enterable)
    cdef int n
    for n in range(1, MOST_STEPS + 1):
        if reach.cells & HOME_ROW:
            return NEVER
        fronts[n - 1] = front
        front = spread_up(front) & free
        used |= front
        if front & FAR_ROW:
            if not always_moves(own, foe, free, used, n if waits else n - 1):
                return NEVER
            if way != NULL:
                way[0] = way_through(fronts, front & FAR_ROW, n)
            return n
        front &= ~(reach.cells | in_danger(reach.cells, enterable))
        if front == 0:
            return NEVER
        grow(&reach, own ^ runner, enterable)
        enterable = free | foe | reach.taken | runner
    return NEVER


cdef inline Run run_of(
    uint64_t own, uint64_t foe, uint64_t free, bint waits, uint64_t *way
) noexcept nogil:
    """The shortest way of an own piece to the far row, whatever the other side does.

    With `waits`, the other side moves first. Of a proven run the way's cells, if they are wanted.
    """
    cdef Run run
    cdef int steps
    run.moves = NEVER
    run.proven = False
    cdef uint64_t runners = likely_runners(own, foe, free, waits, &run.moves)
    while runners:
        steps = steps_of(own, foe, free, runners & (~runners + 1), waits, way)
        if steps != NEVER:
            run.moves = steps
            run.proven = True
            return run
        runners &= runners - 1
    return run
