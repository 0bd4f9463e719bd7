# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False
# Tables of what each count of a side adds to the logarithm of the odds.
#
# The contribution of a count is a curve: a weighted sum of the count and of its logarithm. The
# weights depend on how full the board is; a curve for a number of steps left and of empty cells is
# computed once, when it is first needed.

from libc.stdint cimport int16_t
from libc.stdlib cimport calloc, free

from bot.virus_war.file cimport STEPS
from bot.virus_war.maths cimport Logarithms
from bot.virus_war.weights cimport COUNTS, SHAPES, weights_of


cdef enum:
    MOST_CELLS = 256
    FINENESS = 1024           # steps of a curve for one unit of the logarithm of odds


cdef struct Curves:
    int16_t *rows             # for steps left and empty cells: a constant, then all curves
    bint drawn[STEPS][MOST_CELLS + 1]
    int size
    int ending


cdef inline int length_of_curve(const Curves *curves) noexcept nogil:
    return curves.size * curves.size + 1


cdef inline int length_of_row(const Curves *curves) noexcept nogil:
    return 1 + 2 * COUNTS * length_of_curve(curves)


cdef inline bint init_curves(Curves *curves, int size, int ending) noexcept nogil:
    """Allocate the tables; return False if there is no memory."""
    cdef int n
    cdef int steps
    curves.size = size
    curves.ending = ending
    for steps in range(STEPS):
        for n in range(MOST_CELLS + 1):
            curves.drawn[steps][n] = False
    n = STEPS * length_of_curve(curves) * length_of_row(curves)
    curves.rows = <int16_t *>calloc(n, sizeof(int16_t))
    return curves.rows != NULL


cdef inline void free_curves(Curves *curves) noexcept nogil:
    free(curves.rows)


cdef inline int16_t fine(float odds) noexcept nogil:
    cdef float number = odds * <float>FINENESS
    number = number if number < <float>32000.0 else <float>32000.0
    return <int16_t>(number if number > <float>-32000.0 else <float>-32000.0)


cdef inline void draw_curve(
    int16_t *curve, int length, const float *shapes, const Logarithms *logarithms
) noexcept nogil:
    cdef int n
    for n in range(length):
        curve[n] = fine(shapes[0] * <float>0.1 * <float>n + shapes[1] * logarithms.of[1 + n])


cdef inline void draw_row(
    Curves *curves, int16_t *row, int steps, int empty, const Logarithms *logarithms
) noexcept nogil:
    """Compute the curves for a number of steps left and of empty cells."""
    cdef const int16_t *weights = weights_of(curves.ending, steps)
    cdef float shapes[1 + 2 * COUNTS * SHAPES]
    cdef int length = length_of_curve(curves)
    cdef float phase = <float>1.0 - <float>empty / <float>(length - 1)
    cdef int n
    for n in range(1 + 2 * COUNTS * SHAPES):
        shapes[n] = <float>weights[2 * n] + phase * <float>weights[2 * n + 1]
        shapes[n] *= <float>0.001
    row[0] = fine(shapes[0])
    for n in range(2 * COUNTS):
        draw_curve(&row[1 + n * length], length, &shapes[1 + n * SHAPES], logarithms)


cdef inline const int16_t *curves_for(
    Curves *curves, const Logarithms *logarithms, int steps, int empty
) noexcept nogil:
    """Return the row of a number of steps left and of empty cells: a constant, then the curves."""
    cdef int16_t *row = &curves.rows[
        ((steps - 1) * length_of_curve(curves) + empty) * length_of_row(curves)
    ]
    if not curves.drawn[steps - 1][empty]:
        draw_row(curves, row, steps, empty, logarithms)
        curves.drawn[steps - 1][empty] = True
    return row


cdef inline int odds_by_curves(
    Curves *curves, const Logarithms *logarithms, int steps, int empty, const int *counts
) noexcept nogil:
    """Return the logarithm of the odds of the player to move, in steps of a curve."""
    cdef int length = length_of_curve(curves)
    cdef const int16_t *row = curves_for(curves, logarithms, steps, empty)
    cdef int total = row[0]
    cdef int n
    row += 1
    for n in range(2 * COUNTS):
        total += row[n * length + counts[n]]
    return total
