# cython: cdivision=True
# The processor time of the program, as the class's assignment measures it, and the share of
# the time left that one move may take. For how many moves the time must last, each player's kernel
# says.
#
# On Windows the system is asked: clock() of its C library is real time, which goes on while the
# program waits for a core.

from libc.stdint cimport int64_t


cdef extern from *:
    """
    #ifdef _WIN32
    #define WIN32_LEAN_AND_MEAN
    #include <windows.h>
    /* The header defines these words of 16-bit processors, which are names here. */
    #undef near
    #undef far
    static long long microseconds_of(FILETIME kernel, FILETIME user) {
        unsigned long long high = (unsigned long long)kernel.dwHighDateTime + user.dwHighDateTime;
        unsigned long long low = (unsigned long long)kernel.dwLowDateTime + user.dwLowDateTime;
        return (long long)(((high << 32) + low) / 10);
    }
    static long long microseconds_of_process(void) {
        FILETIME made, ended, kernel, user;
        GetProcessTimes(GetCurrentProcess(), &made, &ended, &kernel, &user);
        return microseconds_of(kernel, user);
    }
    static long long microseconds_on_the_wall(void) {
        LARGE_INTEGER now, a_second;
        QueryPerformanceCounter(&now);
        QueryPerformanceFrequency(&a_second);
        return (long long)(now.QuadPart * 1e6 / a_second.QuadPart);
    }
    #else
    #include <time.h>
    static long long microseconds_by(clockid_t clock) {
        struct timespec used;
        clock_gettime(clock, &used);
        return used.tv_sec * 1000000LL + used.tv_nsec / 1000;
    }
    #define microseconds_of_process() microseconds_by(CLOCK_PROCESS_CPUTIME_ID)
    #define microseconds_on_the_wall() microseconds_by(CLOCK_MONOTONIC)
    #endif
    """
    int64_t microseconds_of_process() nogil
    int64_t microseconds_on_the_wall() nogil


cdef inline int64_t used_microseconds() noexcept nogil:
    """Return the processor time since the start of the program, its loading included."""
    return microseconds_of_process()


cdef inline int64_t wall_microseconds() noexcept nogil:
    """Return real time since some moment, for searches that a user waits for."""
    return microseconds_on_the_wall()


cdef inline int64_t allowance(int64_t left, int moves_to_come, double think) noexcept nogil:
    """Return the microseconds for this move, of those left for ``moves_to_come`` moves.

    A reserve covers what the clock does not show: the startup, writing the file, a coarse clock
    (that of Windows ticks every 16 ms) and a referee that rounds up. With almost no time left the
    result is 0: a move is played without a search.
    """
    cdef int64_t reserve = 30000 + left // 50
    cdef int64_t free = left - reserve - <int64_t>2000 * moves_to_come
    cdef int64_t share
    if free <= 0:
        return 0
    share = free // (moves_to_come if moves_to_come > 0 else 1)
    if think > 0.0:
        return min(<int64_t>(min(think, 1e9) * 1e6), free)
    return share
