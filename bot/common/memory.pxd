# Memory for large tables that a search reads in random order.

from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc


cdef extern from *:
    """
    #ifdef __linux__
    #include <sys/mman.h>
    /* 14 is MADV_HUGEPAGE, which not every header defines. A refusal does no harm. */
    #define want_large_pages(place, size) (void)madvise((void *)(place), size, 14)
    #else
    #define want_large_pages(place, size) (void)(place)
    #endif
    /* The compiler would drop calls of a function that only prefetches. The empty assembler
       statement keeps them. */
    #define want_soon(place) do { __builtin_prefetch(place); __asm__ volatile (""); } while (0)
    """
    void want_large_pages(uint64_t place, uint64_t size) nogil
    void want_soon(const void *place) nogil


cdef enum:
    LINE = 64                   # of the cache
    PAGE = 4096
    SOME_LARGE_PAGES = 1 << 25


cdef inline void *lines_of_memory(uint64_t size, void **memory) noexcept nogil:
    """Return zeroed bytes aligned to a line of the cache; the caller must free ``memory``."""
    cdef uint64_t place
    memory[0] = calloc(size + LINE, 1)
    place = (<uint64_t>memory[0] + LINE - 1) & ~<uint64_t>(LINE - 1)
    # With pages of 4 KB, a quarter of the time would be spent on address translation.
    if memory[0] != NULL and size >= SOME_LARGE_PAGES:
        want_large_pages((place + PAGE - 1) & ~<uint64_t>(PAGE - 1), size - PAGE)
    return <void *>place
