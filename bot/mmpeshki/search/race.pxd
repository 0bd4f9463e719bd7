# Races in MMPeshki: a runner that nothing can stop on its way to the far row.
#
# A race extends the evaluation beyond the depth of the search, and under further conditions it is a
# proof. The side that runs moves one piece, and only steps. So the other side's pieces are always
# on cells that each of them could have reached alone: `reach` has these cells, possibly too many,
# never too few. The pieces enter cells that are free, that they left themselves, that the runner
# left, or where they captured a piece; all other pieces of the running side stay. The runner uses
# only free cells where none of them can be, and where none can jump it: on the edge, before a mark
# or before a piece of its own it is safe from that side.
#
# The freed cells depend on the runner. So first all pieces are tried at once, as if none left its
# cell, which gives the pieces that may arrive: a `Hope`. Each of these is then lifted from the
# board and tried alone, for a `Run`.
#
# A run is a proof if the other side cannot reach its own far row before (no home row in the reach)
# and cannot be without a move before or after the arrival, by which it would win (rule 9).
# `always_moves` checks that. A cell is open if a path leads from it to the other side's far row
# whose cells are free or have a piece of the other side, and are not used by the runner. The
# foremost piece on open cells can step to the next cell of its path, since no piece of its side is
# there and we do not enter it: so there is a move as long as one piece is on an open cell. We
# capture none of them; and from a cell that is open to depth n, a piece needs n moves to leave the
# open cells.
#
# Two races are computed at once, in the halves of a `Pair`: one of each side, or those of two
# runners. Each step depends on the one before, so the second race takes hardly any time.

from libc.stdint cimport uint64_t

from bot.mmpeshki.board cimport FAR_ROW, HOME_ROW, NOT_FILE_A, NOT_FILE_H, Board, popcount
from bot.mmpeshki.cell_sets cimport (
    Pair, any_of, both_down, both_up, half, if_none, pair_of, spread_down, spread_up,
)


cdef enum:
    NEVER = 99          # no runner arrives
    MOST_STEPS = 7


cdef struct Hope:
    uint64_t runners    # the pieces that may be the first to arrive
    int moves           # until one of them arrives, or NEVER


cdef struct Run:
    int moves           # until the runner arrives, or NEVER
    bint proven         # True if the running side is proven to win by then


cdef struct Reach:
    Pair cells                      # cells where the other side's pieces can be
    Pair taken                      # pieces of ours that they can have captured


cdef struct Race:
    Reach reach
    Pair fronts[MOST_STEPS + 1]     # cells of a runner after so many moves, before it arrives
    Pair arrived                    # cells of the far row where a runner arrives


cdef inline void grow(Reach *reach, Pair own, Pair enterable, Pair going_on) noexcept nogil:
    """Add the cells and the captures of the other side's pieces one move later."""
    cdef Pair cells = reach.cells
    cdef Pair left = ((cells & NOT_FILE_A) >> 9) & own & NOT_FILE_A & (enterable << 9)
    cdef Pair ahead = (cells >> 8) & own & (enterable << 8)
    cdef Pair right = ((cells & NOT_FILE_H) >> 7) & own & NOT_FILE_H & (enterable << 7)
    reach.taken |= (left | ahead | right) & going_on
    reach.cells |= (
        (both_down(cells) & enterable) | (left >> 9) | (ahead >> 8) | (right >> 7)
    ) & going_on


cdef inline Pair in_danger(Pair cells, Pair enterable) noexcept nogil:
    """Return the cells where a piece can be jumped from ``cells``, to an enterable cell."""
    return (
        (((cells & NOT_FILE_A) >> 9) & NOT_FILE_A & (enterable << 9))
        | ((cells >> 8) & (enterable << 8))
        | (((cells & NOT_FILE_H) >> 7) & NOT_FILE_H & (enterable << 7))
    )


cdef inline void race_on(
    Race *race, Pair runners, Pair own, Pair foe, Pair free, bint waits
) noexcept nogil:
    """Run the races until a runner has arrived in each half, or none is left.

    ``own`` has the pieces that stay on their cells, possible runners included.
    """
    cdef Reach reach = [foe, pair_of(0, 0)]
    cdef Pair front = runners
    cdef Pair enterable = free
    cdef Pair arrived = reach.taken
    cdef Pair lifted = runners & ~own
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
    """Return the moves of a runner in half ``k``, or NEVER."""
    cdef int n = 1
    if not half(race.arrived, k):
        return NEVER
    while half(race.fronts[n], k):
        n += 1
    return n


cdef inline uint64_t deeper_open(
    uint64_t open_cells, uint64_t own, uint64_t board
) noexcept nogil:
    """Return the open cells from which no move of the other side leaves them."""
    cdef uint64_t off = board & ~open_cells
    cdef uint64_t left = ((off & NOT_FILE_H) << 9) & own & NOT_FILE_H
    cdef uint64_t ahead = (off << 8) & own
    cdef uint64_t right = ((off & NOT_FILE_A) << 7) & own & NOT_FILE_A
    return open_cells & ~(spread_up(off) | (left << 9) | (ahead << 8) | (right << 7))


cdef inline bint always_moves(
    uint64_t own, uint64_t foe, uint64_t free, uint64_t used, int made
) noexcept nogil:
    """Return whether the other side, which moves down, has a move after ``made`` moves.

    ``used`` has the cells of the runner.
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
    # Pieces leave the remaining cells only by arriving, which is too late.
    return foe & open_cells != 0


cdef inline bint is_first(const Race *race, int k) noexcept nogil:
    """Return whether the other side cannot arrive earlier."""
    return not half(race.reach.cells, k) & HOME_ROW


cdef inline Hope hope_in(const Race *race, int k) noexcept nogil:
    """Return the hope of the race in half ``k``."""
    cdef Hope hope = [0, moves_in(race, k)]
    cdef int n = hope.moves
    if n != NEVER and is_first(race, k):
        hope.runners = half(race.arrived, k)
        while n:
            n -= 1
            hope.runners = half(race.fronts[n], k) & spread_down(hope.runners)
    return hope


cdef inline void hopes_of(const Board *ours, const Board *theirs, Hope *hopes) noexcept nogil:
    """Set the hopes of both sides, each as if it were to move."""
    cdef Race race
    cdef Pair own = pair_of(ours.own, theirs.own)
    cdef Pair foe = pair_of(ours.foe, theirs.foe)
    cdef Pair free = pair_of(ours.free, theirs.free)
    race_on(&race, own, own, foe, free, False)
    hopes[0] = hope_in(&race, 0)
    hopes[1] = hope_in(&race, 1)


cdef inline Hope hope_of_waiting(const Board *board, const Hope *moving) noexcept nogil:
    """Return the hope of a side if the other moves first; ``moving`` is that if it moves first."""
    cdef Race race
    cdef Pair own = pair_of(board.own, 0)
    cdef Pair foe = pair_of(board.foe, 0)
    cdef Pair free = pair_of(board.free, 0)
    if moving.moves == NEVER:
        return moving[0]
    race_on(&race, own, own, foe, free, True)
    return hope_in(&race, 0)


cdef inline uint64_t used_in(const Race *race, int k, int n, uint64_t free) noexcept nogil:
    """Return the cells that the runner in half ``k`` may have entered in n moves."""
    cdef uint64_t used = 0
    while n:
        n -= 1
        used |= spread_up(half(race.fronts[n], k)) & free
    return used


cdef inline uint64_t way_in(const Race *race, int k, int n) noexcept nogil:
    """Return the cells of one way of a runner to the far row."""
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
    """Return the moves of the first runner that is proven to win, or NEVER, and set its way."""
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
    """Return the shortest run of an own piece to the far row against any play.

    With `waits`, the other side moves first. A proven run sets ``way`` to its cells, unless that is
    NULL.
    """
    cdef Run run = [NEVER, False]
    if hope.runners:
        run.moves = moves_of_first(board, hope.runners, waits, way)
    run.proven = run.moves != NEVER
    if not run.proven:
        run.moves = hope.moves
    return run
