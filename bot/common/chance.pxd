# Random numbers: splitmix64, small, fast, the same everywhere for the same seed.

from libc.stdint cimport uint32_t, uint64_t


cdef struct Chance:
    uint64_t state


cdef inline uint64_t next_random(Chance *chance) noexcept nogil:
    cdef uint64_t z
    chance.state += 0x9E3779B97F4A7C15ULL
    z = chance.state
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL
    return z ^ (z >> 31)


cdef inline uint32_t random_below(Chance *chance, uint32_t bound) noexcept nogil:
    """Return a number from 0 to bound - 1; the bias of the multiplication is below 2^-32."""
    return <uint32_t>(((next_random(chance) >> 32) * bound) >> 32)
