# Races in MMPeshki: the runner that nothing can touch on its way to the far row.
#
# It is the search's eye for what lies beyond it, and under some more conditions a proof. The side
# that runs moves one piece, and only steps. So the other side's pieces are, at any time, among the
# cells that they could have reached each by itself, which is what `reach` holds: more than can be,
# never less. They enter cells that are free, that they have left themselves, that the runner has
# left, or where they have taken a piece before; all other pieces of the side that runs stand where
# they stood. The runner keeps to free cells where none of them can be, and where none can jump it:
# on the edge, before a mark or before a piece of its own it is safe from that side.
#
# Whose cells get free hangs on which piece runs. So all pieces are tried at once first, as if none
# left its cell, which tells those that may get through: a `Hope`. Each of these is then lifted from
# the board and tried by itself, for a `Run`.
#
# The run is a proof if the other side cannot be at its own far row before (no home row in the
# reach) and cannot be without a move before or after the arrival, which would win for it by rule 9.
# That is `always_moves`: call a cell open if a path of cells, each free or held by a piece of the
# other side and none used by the runner, leads on from it to that side's far row. Of the pieces on
# open cells the foremost has the next cell of its path free, since nothing of its own side is ahead
# of it there, and we do not move in: so there is a move as long as one piece is on an open cell.
# We capture none; and from a cell that is open to the depth of n, a piece needs n moves to get off
# the open cells.
#
# Two races are run at once, in the halves of a `Pair`: one of each side, or those of two runners.
# Each step waits for the one before, so the other race takes hardly any time.

from libc.stdint cimport uint64_t

from bot.mmpeshki.board cimport FAR_ROW, HOME_ROW, NOT_FILE_A, NOT_FILE_H, Board, popcount
from bot.mmpeshki.cell_sets cimport (
    Pair, any_of, both_down, both_up, half, if_none, pair_of, spread_down, spread_up,
)


cdef enum:
    NEVER = 99          # no runner gets through
    MOST_STEPS = 7


cdef struct Hope:
    uint64_t runners    # the pieces that may be the first to get through
    int moves           # until one of them arrives, or NEVER if it cannot be


cdef struct Run:
    int moves           # until the runner arrives, or NEVER
    bint proven         # that the side that runs wins by then


cdef struct Reach:
    Pair cells                      # where the other side's pieces can be
    Pair taken                      # the pieces of ours that they can have taken


cdef struct Race:
    Reach reach
    Pair fronts[MOST_STEPS + 1]     # where a runner can be after so many moves, before it arrives
    Pair arrived                    # where on the far row it then is


cdef inline void grow(Reach *reach, Pair own, Pair enterable, Pair going_on) noexcept nogil:
    """Adds where the other side's pieces can be one move later, and what they can take."""
    cdef Pair cells = reach.cells
    cdef Pair left = ((cells & NOT_FILE_A) >> 9) & own & NOT_FILE_A & (enterable << 9)
    cdef Pair ahead = (cells >> 8) & own & (enterable << 8)
    cdef Pair right = ((cells & NOT_FILE_H) >> 7) & own & NOT_FILE_H & (enterable << 7)
    reach.taken |= (left | ahead | right) & going_on
    reach.cells |= (
        (both_down(cells) & enterable) | (left >> 9) | (ahead >> 8) | (right >> 7)
    ) & going_on


cdef inline Pair in_danger(Pair cells, Pair enterable) noexcept nogil:
    """Where a piece can be jumped from those cells, the cell behind it being enterable."""
    return (
        (((cells & NOT_FILE_A) >> 9) & NOT_FILE_A & (enterable << 9))
        | ((cells >> 8) & (enterable << 8))
        | (((cells & NOT_FILE_H) >> 7) & NOT_FILE_H & (enterable << 7))
    )


cdef inline void race_on(
    Race *race, Pair runners, Pair own, Pair foe, Pair free, bint waits
) noexcept nogil:
    """Until a runner has arrived in each half, or none is left; from then on the half stands still.

    Own are the pieces that stay where they are, whether they may run as well or not.
    """
    cdef Reach reach = [foe, pair_of(0, 0)]
    cdef Pair front = runners
    cdef Pair enterable = free
    cdef Pair arrived = reach.taken
    cdef Pair lifted = runners & ~own       # only once they run
    cdef Pair going_on
    cdef int n = 0
    if waits:
        grow(&reach, own | lifted, free & ~lifted, ~arrived)
        enterable = free | foe | reach.taken
        front &= ~reach.taken
    race.fronts[0] = front
    while True:
        front = both_up(front) & free
        arrived |= front & FAR_ROW
        going_on = if_none(arrived)
        front &= going_on & ~(reach.cells | in_danger(reach.cells, enterable))
        n += 1
        race.fronts[n] = front
        if not any_of(front):
            break
        grow(&reach, own, enterable, going_on)
        enterable = free | foe | reach.taken
    race.reach = reach
    race.arrived = arrived


cdef inline int moves_in(const Race *race, int k) noexcept nogil:
    """How many moves a runner in that half took, or NEVER."""
    cdef int n = 1
    if not half(race.arrived, k):
        return NEVER
    while half(race.fronts[n], k):
        n += 1
    return n


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


cdef inline bint is_first(const Race *race, int k) noexcept nogil:
    """Whether the other side cannot have arrived before."""
    return not half(race.reach.cells, k) & HOME_ROW


cdef inline Hope hope_in(const Race *race, int k) noexcept nogil:
    """What the race in that half has shown."""
    cdef Hope hope = [0, moves_in(race, k)]
    cdef int n = hope.moves
    if n != NEVER and is_first(race, k):
        hope.runners = half(race.arrived, k)
        while n:
            n -= 1
            hope.runners = half(race.fronts[n], k) & spread_down(hope.runners)
    return hope


cdef inline void hopes_of(const Board *ours, const Board *theirs, Hope *hopes) noexcept nogil:
    """Of both sides, each as if it were to move."""
    cdef Race race
    cdef Pair own = pair_of(ours.own, theirs.own)
    cdef Pair foe = pair_of(ours.foe, theirs.foe)
    cdef Pair free = pair_of(ours.free, theirs.free)
    race_on(&race, own, own, foe, free, False)
    hopes[0] = hope_in(&race, 0)
    hopes[1] = hope_in(&race, 1)


cdef inline Hope hope_of_waiting(const Board *board, const Hope *moving) noexcept nogil:
    """Of a side if the other one moves first; if it did itself, it would have that hope."""
    cdef Race race
    cdef Pair own = pair_of(board.own, 0)
    cdef Pair foe = pair_of(board.foe, 0)
    cdef Pair free = pair_of(board.free, 0)
    if moving.moves == NEVER:
        return moving[0]
    race_on(&race, own, own, foe, free, True)
    return hope_in(&race, 0)


cdef inline uint64_t used_in(const Race *race, int k, int n, uint64_t free) noexcept nogil:
    """The cells that the runner in that half may have entered in n moves."""
    cdef uint64_t used = 0
    while n:
        n -= 1
        used |= spread_up(half(race.fronts[n], k)) & free
    return used


cdef inline uint64_t way_in(const Race *race, int k, int n) noexcept nogil:
    """One cell of the far row, and of each front before one from where the next is reached."""
    cdef uint64_t cell = half(race.arrived, k)
    cell &= ~cell + 1
    cdef uint64_t way = cell
    while n:
        n -= 1
        cell = half(race.fronts[n], k) & spread_down(cell)
        cell &= ~cell + 1
        way |= cell
    return way


cdef inline int moves_of_first(
    const Board *board, uint64_t left, bint waits, uint64_t *way
) noexcept nogil:
    """In how many moves the first of these wins that wins for sure, or NEVER; on which way."""
    cdef Race race
    cdef Pair own = pair_of(board.own, board.own)
    cdef Pair foe = pair_of(board.foe, board.foe)
    cdef Pair free = pair_of(board.free, board.free)
    cdef Pair lifted
    cdef uint64_t others
    cdef int k, n
    while left:
        others = left & (left - 1)
        lifted = pair_of(left ^ others, others & (~others + 1))
        left = others & (others - 1)
        race_on(&race, lifted, own ^ lifted, foe, free | lifted, waits)
        for k in range(2):
            n = moves_in(&race, k)
            if n != NEVER and is_first(&race, k) and always_moves(
                board.own, board.foe, board.free, used_in(&race, k, n, board.free),
                n if waits else n - 1,
            ):
                if way != NULL:
                    way[0] = way_in(&race, k, n)
                return n
    return NEVER


cdef inline Run run_of(
    const Board *board, const Hope *hope, bint waits, uint64_t *way
) noexcept nogil:
    """The shortest way of an own piece to the far row, whatever the other side does.

    With `waits`, the other side moves first. Of a proven run the way's cells, if they are wanted.
    """
    cdef Run run = [NEVER, False]
    if hope.runners:
        run.moves = moves_of_first(board, hope.runners, waits, way)
    run.proven = run.moves != NEVER
    if not run.proven:
        run.moves = hope.moves
    return run
