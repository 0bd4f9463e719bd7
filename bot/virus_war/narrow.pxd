# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False
# Virus War on boards of up to 10 x 10: the names that `sized/` uses, and `sized/` itself.

from libc.stdint cimport int64_t, uint64_t

from bot.virus_war.bits cimport has_newest


cdef extern from *:
    ctypedef uint64_t Bits "vw_narrow"
    int at_cell "vw_narrow_cell"(int column, int row) noexcept nogil
    int row_of "vw_narrow_row"(int at) noexcept nogil
    int column_of "vw_narrow_column"(int at) noexcept nogil
    Bits none "vw_narrow_none"() noexcept nogil
    Bits bit "vw_narrow_bit"(int at) noexcept nogil
    bint some "vw_narrow_some"(Bits x) noexcept nogil
    int count "vw_narrow_count"(Bits x) noexcept nogil
    int first "vw_narrow_first"(Bits x) noexcept nogil
    Bits grown "vw_narrow_grown"(Bits x) noexcept nogil
    int nth "vw_narrow_nth"(Bits x, int n) noexcept nogil
    int nth_newest "vw_narrow_nth_newest"(Bits x, int n) noexcept nogil


cdef enum:
    WORDS = 2         # in a set


include "sized/names.pxi"


# The compiler applies the attributes of these declarations to the functions below: everything that
# they call is inlined, in the second one with the newest instructions.
cdef extern from *:
    """
    static int vw_narrow_play_out(const void *, void *, int64_t *) __attribute__((flatten));
    static int vw_narrow_play_out_newest(const void *, void *, int64_t *)
        __attribute__((flatten, target("bmi,bmi2")));
    """


cdef inline int play_out_portable "vw_narrow_play_out"(
    const void *start, void *lot, int64_t *steps
) noexcept nogil:
    return play_out(<const Game *>start, <Chance *>lot, steps, False)


cdef inline int play_out_newest "vw_narrow_play_out_newest"(
    const void *start, void *lot, int64_t *steps
) noexcept nogil:
    return play_out(<const Game *>start, <Chance *>lot, steps, True)


include "sized/styles.pxi"
