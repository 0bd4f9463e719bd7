# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False
# What each count of a side adds to the odds, ready to be looked up.
#
# A count adds a curve of its own: a sum of the number itself and of its logarithm. The curve moves
# with how full the board is; for so many steps left and so many empty cells it is drawn once, when
# it is first needed.

from libc.stdint cimport int16_t
from libc.stdlib cimport calloc, free

from bot.virus_war.file cimport STEPS
from bot.virus_war.maths cimport Logarithms
from bot.virus_war.weights cimport COUNTS, SHAPES, weights_of


cdef enum:
    MOST_CELLS = 256
    FINENESS = 1024           # of a logarithm of odds, as it stands in a curve


cdef struct Curves:
    int16_t *rows             # for steps left and empty cells: a start, then all curves
    bint drawn[STEPS][MOST_CELLS + 1]
    int size
    int ending


cdef inline int length_of_curve(const Curves *curves) noexcept nogil:
    return curves.size * curves.size + 1


cdef inline int length_of_row(const Curves *curves) noexcept nogil:
    return 1 + 2 * COUNTS * length_of_curve(curves)


cdef inline bint init_curves(Curves *curves, int size, int ending) noexcept nogil:
    """Makes room; False if there is no memory."""
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
    """Draws the curves as they are with so many steps left and so many empty cells."""
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
    """The curves with so many steps left and so many empty cells, behind their start."""
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
    """The logarithm of the odds of the player to move, in steps of a curve."""
    cdef int length = length_of_curve(curves)
    cdef const int16_t *row = curves_for(curves, logarithms, steps, empty)
    cdef int total = row[0]
    cdef int n
    row += 1
    for n in range(2 * COUNTS):
        total += row[n * length + counts[n]]
    return total
