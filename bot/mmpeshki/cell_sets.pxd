# Sets of cells in MMPeshki, for one board or for two at once, and the moves of sets.
#
# A `Pair` is two words of 64 bits that the processor handles as one. Cython treats it as an
# integer, which is right for & | ^ ~ and for shifts: the compiler has these for vectors, too. Each
# macro here is declared under two names, for a word and for a pair.

from libc.stdint cimport uint64_t

from bot.mmpeshki.board cimport NOT_FILE_A


cdef extern from *:
    """
    typedef uint64_t mm_pair __attribute__((vector_size(16)));

    #define mm_up(x) \\
        ({ __typeof__(x) c = (x); ((c & NOT_FILE_A) << 7) | (c << 8) | ((c & NOT_FILE_H) << 9); })
    #define mm_down(x) \\
        ({ __typeof__(x) c = (x); ((c & NOT_FILE_A) >> 9) | (c >> 8) | ((c & NOT_FILE_H) >> 7); })

    static inline mm_pair mm_pair_of(uint64_t first, uint64_t second) {
        return (mm_pair){first, second};
    }
    static inline int mm_any(mm_pair x) { return (x[0] | x[1]) != 0; }
    static inline mm_pair mm_if_none(mm_pair x) { return (mm_pair)(x == 0); }
    #define mm_half(x, n) ((x)[n])
    """
    ctypedef uint64_t Pair "mm_pair"

    uint64_t spread_up "mm_up"(uint64_t cells) noexcept nogil
    uint64_t spread_down "mm_down"(uint64_t cells) noexcept nogil
    Pair both_up "mm_up"(Pair cells) noexcept nogil
    Pair both_down "mm_down"(Pair cells) noexcept nogil

    Pair pair_of "mm_pair_of"(uint64_t first, uint64_t second) noexcept nogil
    uint64_t half "mm_half"(Pair pair, int n) noexcept nogil
    bint any_of "mm_any"(Pair pair) noexcept nogil
    Pair if_none "mm_if_none"(Pair pair) noexcept nogil     # all ones in a half that has none
