# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False
# The functions of real numbers that a search needs, in plain arithmetic: results are the same on
# every machine, so that a seeded game is the same, and no library has to be linked.

from libc.stdint cimport int64_t


cdef extern from *:
    """
    #include <emmintrin.h>
    static inline float vw_root(float x) { return _mm_cvtss_f32(_mm_sqrt_ss(_mm_set_ss(x))); }
    """
    float square_root "vw_root"(float x) noexcept nogil


cdef enum:
    MOST_LOGARITHMS = 1024


cdef struct Logarithms:
    float of[MOST_LOGARITHMS]


cdef inline void lay_logarithms(Logarithms *table) noexcept nogil:
    """Fill the table: ln(n + 1) - ln(n) is 2 artanh(1 / (2 n + 1))."""
    cdef double total = 0.0
    cdef double x
    cdef int n
    table.of[0] = 0.0
    table.of[1] = 0.0
    for n in range(1, MOST_LOGARITHMS - 1):
        x = 1.0 / (2 * n + 1)
        total += 2.0 * x * (1.0 + x * x * (1 / 3.0 + x * x * (0.2 + x * x / 7.0)))
        table.of[n + 1] = <float>total


cdef inline float logarithm(const Logarithms *table, int64_t n) noexcept nogil:
    """Return the natural logarithm of a whole number, a little less for a large one."""
    cdef float halvings = 0.0
    while n >= MOST_LOGARITHMS:
        n >>= 1
        halvings += 1.0
    return table.of[n] + <float>0.6931472 * halvings


cdef inline double exponential(double x) noexcept nogil:
    """Return e to the x, approximately, for small x."""
    cdef int _
    x = 1.0 + x / 4096.0
    for _ in range(12):
        x *= x
    return x


cdef inline double logistic(double x) noexcept nogil:
    """Return the chance for odds of e to the x."""
    x = x if x < 12.0 else 12.0
    x = x if x > -12.0 else -12.0
    return 1.0 / (1.0 + exponential(-x))
