# cython: cdivision=True
# The processor time that a program has used, as the class's assignment measures it, and what of
# the time left it may spend on one move.

from libc.stdint cimport int64_t
from libc.time cimport CLOCKS_PER_SEC, clock


cdef extern from *:
    """
    #include <time.h>
    #ifdef _WIN32
    #define thread_nanoseconds() (clock() * (1000000000LL / CLOCKS_PER_SEC))
    #else
    static long long thread_nanoseconds(void) {
        struct timespec used;
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
        return used.tv_sec * 1000000000LL + used.tv_nsec;
    }
    #endif
    """
    int64_t thread_nanoseconds() nogil


cdef inline int64_t used_microseconds() noexcept nogil:
    """Processor time since the program started, its own loading included."""
    return <int64_t>(<double>clock() * (1e6 / CLOCKS_PER_SEC))


cdef inline int64_t thread_microseconds() noexcept nogil:
    """Processor time of this thread alone; on Windows, time on the wall."""
    return thread_nanoseconds() // 1000


cdef inline int64_t allowance(int64_t left, int moves_to_come, double think) noexcept nogil:
    """The microseconds to spend on this move, of those that are left for so many moves.

    A reserve covers what the clock does not show: starting, writing the file, a coarse clock
    (that of Windows ticks every 16 ms) and a referee that rounds against us. With next to nothing
    left, nothing is spent: the first move that comes to mind is played.
    """
    cdef int64_t reserve = 30000 + left // 50
    cdef int64_t free = left - reserve - <int64_t>2000 * moves_to_come
    cdef int64_t share
    if free <= 0:
        return 0
    share = free // (moves_to_come if moves_to_come > 0 else 1)
    if think > 0.0:
        share = <int64_t>(think * 1e6)
        return share if share < free else free
    return share
