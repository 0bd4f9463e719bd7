# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False
# Sets of cells as machine words, for the two widths of boards of Virus War.
#
# Narrow, up to 10 x 10: two words of 64 bits, five rows of 11 in each. The eleventh column is
# always empty, so that a symbol on the edge has no neighbours at the other end of the next row.
# Wide, up to 16 x 16: four words of 64 bits, rows of 16, four to a word. There is no room for
# an empty column, so the columns at the edges are masked.
#
# Cython treats both as integers, which is right only for & | ^ ~: the compiler has these operators
# for vectors, too. Everything else is a function with the same name for both. Growing a set adds
# the eight neighbours of each cell, and may add bits outside the board.
#
# The nth cell of a set is found with the instruction PDEP if the processor has a fast one. Without
# it, the bits of all eight bytes of a word are counted and summed up at once: the number of sums
# that are not above n is the index of the byte, and the same for the bits of that byte gives the
# bit.

from libc.stdint cimport uint64_t


cdef extern from *:
    """
    #include <stdint.h>
    #include <immintrin.h>

    typedef unsigned __int128 vw_narrow;
    typedef uint64_t vw_wide __attribute__((vector_size(32), aligned(16)));

    #pragma GCC diagnostic ignored "-Wpsabi"   /* Such vectors are not passed between programs. */

    #define VW_ONES 0x0101010101010101u
    #define VW_TOPS 0x8080808080808080u

    /* Returns how many of the eight numbers in a word, all below 128, are not above n. */
    static inline int vw_not_above(uint64_t numbers, int n) {
        return __builtin_popcountll((((uint64_t)n * VW_ONES | VW_TOPS) - numbers) & VW_TOPS);
    }
    static inline int vw_select(uint64_t word, int n) {
        uint64_t sums = word - ((word >> 1) & 0x5555555555555555u), bits;
        int at;
        sums = (sums & 0x3333333333333333u) + ((sums >> 2) & 0x3333333333333333u);
        sums = ((sums + (sums >> 4)) & 0x0f0f0f0f0f0f0f0fu) * VW_ONES;
        at = 8 * vw_not_above(sums, n);
        n -= (int)((sums << 8) >> at) & 0xff;
        bits = (((word >> at) & 0xff) * VW_ONES) & 0x8040201008040201u;
        bits = ((bits + (VW_TOPS - VW_ONES)) >> 7) & VW_ONES;
        return at + vw_not_above(bits * VW_ONES, n);
    }
    __attribute__((target("bmi2")))
    static inline int vw_select_newest(uint64_t word, int n) {
        return __builtin_ctzll(_pdep_u64((uint64_t)1 << n, word));
    }
    /* The first AMD processors with PDEP need a hundred cycles for it. */
    static inline int vw_has_newest(void) {
        return __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2")
            && !__builtin_cpu_is("znver1") && !__builtin_cpu_is("znver2");
    }

    static inline int vw_narrow_cell(int column, int row) {
        return row < 5 ? row * 11 + column : row * 11 + column + 9;
    }
    static inline int vw_narrow_row(int at) { return (at < 64 ? at : at - 9) / 11; }
    static inline int vw_narrow_column(int at) { return (at < 64 ? at : at - 9) % 11; }
    static inline vw_narrow vw_of(uint64_t low, uint64_t high) {
        return (vw_narrow)high << 64 | low;
    }
    static inline vw_narrow vw_narrow_none(void) { return 0; }
    static inline vw_narrow vw_narrow_bit(int at) {
        const uint64_t bit = (uint64_t)1 << (at & 63);
        return vw_of(at < 64 ? bit : 0, at < 64 ? 0 : bit);
    }
    static inline int vw_narrow_some(vw_narrow x) { return x != 0; }
    static inline int vw_narrow_count(vw_narrow x) {
        return __builtin_popcountll((uint64_t)x) + __builtin_popcountll((uint64_t)(x >> 64));
    }
    static inline int vw_narrow_first(vw_narrow x) {
        return (uint64_t)x ? __builtin_ctzll((uint64_t)x)
                           : 64 + __builtin_ctzll((uint64_t)(x >> 64));
    }
    __attribute__((always_inline))
    static inline vw_narrow vw_narrow_grown(vw_narrow x) {
        uint64_t low = (uint64_t)x, high = (uint64_t)(x >> 64);
        low |= (low << 1) | (low >> 1);
        high |= (high << 1) | (high >> 1);
        return vw_of(
            low | (low << 11) | (low >> 11) | (high << 44),
            high | (high << 11) | (high >> 11) | (low >> 44)
        );
    }
    #define VW_NARROW_NTH(SELECT)                                  \\
        uint64_t word = (uint64_t)x;                               \\
        int count = __builtin_popcountll(word), at = 0;            \\
        if (n >= count) {                                          \\
            n -= count; word = (uint64_t)(x >> 64); at = 64;       \\
        }                                                          \\
        return at + SELECT(word, n);
    static inline int vw_narrow_nth(vw_narrow x, int n) { VW_NARROW_NTH(vw_select) }
    __attribute__((target("bmi2")))
    static inline int vw_narrow_nth_newest(vw_narrow x, int n) { VW_NARROW_NTH(vw_select_newest) }

    static inline int vw_wide_cell(int column, int row) { return row * 16 + column; }
    static inline int vw_wide_row(int at) { return at / 16; }
    static inline int vw_wide_column(int at) { return at % 16; }
    static inline vw_wide vw_wide_none(void) { return (vw_wide){0, 0, 0, 0}; }
    static inline vw_wide vw_wide_bit(int at) {
        vw_wide x = {0, 0, 0, 0};
        x[at >> 6] = (uint64_t)1 << (at & 63);
        return x;
    }
    static inline int vw_wide_some(vw_wide x) { return (x[0] | x[1] | x[2] | x[3]) != 0; }
    static inline int vw_wide_count(vw_wide x) {
        return __builtin_popcountll(x[0]) + __builtin_popcountll(x[1])
             + __builtin_popcountll(x[2]) + __builtin_popcountll(x[3]);
    }
    static inline int vw_wide_first(vw_wide x) {
        int word = 0;
        while (!x[word]) word++;
        return 64 * word + __builtin_ctzll(x[word]);
    }
    static inline vw_wide vw_wide_grown(vw_wide x) {
        const uint64_t edge = 0x0001000100010001u;
        const vw_wide left = {edge, edge, edge, edge}, right = left << 15;
        x |= ((x & ~right) << 1) | ((x & ~left) >> 1);
        const vw_wide below = {0, x[0], x[1], x[2]}, above = {x[1], x[2], x[3], 0};
        return x | (x << 16) | (below >> 48) | (x >> 16) | (above << 48);
    }
    #define VW_WIDE_NTH(SELECT)                                    \\
        int word = 0, count;                                       \\
        while (n >= (count = __builtin_popcountll(x[word]))) {     \\
            n -= count; word++;                                    \\
        }                                                          \\
        return 64 * word + SELECT(x[word], n);
    static inline int vw_wide_nth(vw_wide x, int n) { VW_WIDE_NTH(vw_select) }
    __attribute__((target("bmi2")))
    static inline int vw_wide_nth_newest(vw_wide x, int n) { VW_WIDE_NTH(vw_select_newest) }
    """
    bint has_newest "vw_has_newest"() noexcept nogil


cdef enum:
    LARGEST_NARROW = 10
