# cython: cdivision=True
# The solver of Chomp: it finds the bars that are lost for the player to move.
#
# A bar is a sequence of column heights that never rise, so that bars can be numbered in
# lexicographic order, the left column first. A bite only lowers heights: it leads to a smaller
# number. One pass from the empty bar up solves all: a bar is lost if no bite leads to a lost one.
# The empty bar is won, since the other player has just eaten the poison.
#
# The number of a bar is that of the bars before it. Let m columns follow column i. The rows that
# share its first i heights and then have less than height h are as many as non-rising rows of
# m + 1 heights below h: the binomial of h + m over m + 1. The sum over the columns is the number.

from libc.stdint cimport int64_t, uint8_t
from libc.stdlib cimport calloc, free

from bot.chomp.board cimport MOST_COLUMNS, MOST_ROWS, Bar, Bite, eat, nth_bite


cdef enum:
    MOST_BARS = 3000000      # 12 x 12 has 2,704,156


cdef struct Solver:
    int width                # of the numbered bars, which is that of the bar to solve
    int height
    int64_t below[MOST_COLUMNS][MOST_ROWS + 1]   # [columns that follow][height]: the binomials
    uint8_t *lost            # by the number of the bar: 1 if the player to move loses


cdef inline int64_t count_bars(int width, int height) noexcept nogil:
    """Return the number of bars within a size, or some number over MOST_BARS."""
    cdef int64_t count = 1
    cdef int n
    for n in range(1, width + 1):
        count = count * (height + n) // n
        if count > MOST_BARS:
            break
    return count


cdef inline int64_t number_of(const Solver *solver, const Bar *bar) noexcept nogil:
    cdef int64_t number = 0
    cdef int column
    for column in range(solver.width):
        number += solver.below[solver.width - 1 - column][bar.columns[column]]
    return number


cdef inline bint has_lost_child(const Solver *solver, const Bar *bar) noexcept nogil:
    """Return whether a bite leads to a bar that is lost for the other player.

    A bite at a row leaves each column from it on at most that high. Row by row, from the last
    column with a chip there to the first, one number more is added for each bite.
    """
    cdef int64_t before[MOST_COLUMNS + 1]   # part of the number from the columns left of each
    cdef int64_t bitten     # part from the bitten column and those right of it, after the bite
    cdef int length = solver.width
    cdef int column
    cdef int row
    before[0] = 0
    for column in range(solver.width):
        before[column + 1] = before[column] + solver.below[solver.width - 1 - column][
            bar.columns[column]
        ]
    for row in range(bar.columns[0]):
        while bar.columns[length - 1] <= row:
            length -= 1
        bitten = before[solver.width] - before[length]
        for column in range(length - 1, -1, -1):
            bitten += solver.below[solver.width - 1 - column][row]
            if solver.lost[before[column] + bitten]:
                return True
    return False


cdef inline bint to_next_bar(const Solver *solver, Bar *bar) noexcept nogil:
    """Change the bar to the next in the order; return False after the whole bar."""
    cdef int column = solver.width - 1
    while column > 0 and bar.columns[column] == bar.columns[column - 1]:
        bar.columns[column] = 0
        column -= 1
    if bar.columns[column] == solver.height:
        return False
    bar.columns[column] += 1
    return True


cdef inline void fill_binomials(Solver *solver) noexcept nogil:
    """Fill the table of binomials of h + m over m + 1, by addition of two neighbours."""
    cdef int follow
    cdef int height
    for height in range(solver.height + 1):
        solver.below[0][height] = height
    for follow in range(1, solver.width):
        solver.below[follow][0] = 0
        for height in range(1, solver.height + 1):
            solver.below[follow][height] = (
                solver.below[follow][height - 1] + solver.below[follow - 1][height]
            )


cdef inline bint solve(Solver *solver, const Bar *bar, int64_t most_bars) noexcept nogil:
    """Solve every bar that bites can leave of this one; return False if they are too many."""
    cdef Bar now
    cdef int64_t count
    cdef int64_t number = 0
    cdef int column
    solver.width = 0
    solver.height = bar.columns[0]
    while solver.width < bar.width and bar.columns[solver.width]:
        solver.width += 1
    solver.lost = NULL
    count = count_bars(solver.width, solver.height)
    if count > MOST_BARS or count > most_bars:
        return False
    solver.lost = <uint8_t *>calloc(count, 1)
    if solver.lost == NULL:
        return False
    fill_binomials(solver)
    for column in range(MOST_COLUMNS):
        now.columns[column] = 0
    # The empty bar, number 0, is won: the other player has just eaten the poison.
    while to_next_bar(solver, &now):
        number += 1
        solver.lost[number] = not has_lost_child(solver, &now)
    return True


cdef inline bint winning_bite(const Solver *solver, const Bar *bar, Bite *bite) noexcept nogil:
    """Set a bite after which the other player has lost; return False if there is none."""
    cdef Bar after
    cdef int n = 0
    while nth_bite(bar, n, bite):
        after = bar[0]
        eat(&after, bite[0])
        if solver.lost[number_of(solver, &after)]:
            return True
        n += 1
    return False


cdef inline void forget(Solver *solver) noexcept nogil:
    free(solver.lost)
    solver.lost = NULL
