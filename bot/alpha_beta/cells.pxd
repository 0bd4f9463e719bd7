# The cells of a board of 8 x 8 as the bits of a word, a1 being bit 0 and h1 bit 7; moves from one
# cell to another; and results of games.

from libc.stdint cimport uint16_t, uint64_t

from bot.common.matrix_file cimport Matrix


cdef extern from *:
    """
    #define NOT_FILE_A 0xfefefefefefefefeULL
    #define NOT_FILE_H 0x7f7f7f7f7f7f7f7fULL
    #define ROW_1 0x00000000000000ffULL
    #define FILE_A 0x0101010101010101ULL
    """
    const uint64_t NOT_FILE_A
    const uint64_t NOT_FILE_H
    const uint64_t ROW_1
    const uint64_t FILE_A
    int popcount "__builtin_popcountll"(uint64_t word) nogil
    int lowest "__builtin_ctzll"(uint64_t word) nogil


cdef enum:
    LAST_HALF_MOVE = 60
    MOST_MOVES = 512    # eight for each cell


cdef enum Result:
    # The result of a game for the player to move.
    LOST = -1
    DRAWN = 0
    WON = 1
    OPEN = 2


cdef struct Moves:
    int count
    uint16_t moves[MOST_MOVES]      # the origin times 64, plus the target


cdef inline void add_move(Moves *moves, int origin, int target) noexcept nogil:
    moves.moves[moves.count] = <uint16_t>(origin << 6 | target)
    moves.count += 1


cdef inline uint64_t bit(int cell) noexcept nogil:
    return <uint64_t>1 << cell


cdef inline uint64_t origin_of(int move) noexcept nogil:
    return bit(move >> 6)


cdef inline uint64_t target_of(int move) noexcept nogil:
    return bit(move & 63)


cdef inline uint64_t neighbours(uint64_t cell) noexcept nogil:
    """Return the up to eight cells around a cell."""
    cdef uint64_t row = cell | (cell & NOT_FILE_H) << 1 | (cell & NOT_FILE_A) >> 1
    return (row | row << 8 | row >> 8) ^ cell


cdef inline char player_at(int half_move) noexcept nogil:
    return c"A" if half_move & 1 else c"B"


cdef inline char letter_of(Result result, int half_move) noexcept nogil:
    """Return the letter of a result in files; ``half_move`` is the next half-move."""
    if result == OPEN or result == DRAWN:
        return c"U" if result == OPEN else c"D"
    return player_at(half_move if result == WON else half_move + 1)


cdef inline Result result_of_lead(int lead) noexcept nogil:
    """Return the result for the player who is ahead by ``lead`` points."""
    return WON if lead > 0 else (LOST if lead < 0 else DRAWN)


cdef inline bint read_cells(
    const Matrix *matrix, const char *letters, uint64_t *sets
) noexcept nogil:
    """Read the cells of each letter into a set; return False for any other letter."""
    cdef int n
    cdef int kind
    for n in range(64):
        kind = 0
        while letters[kind] and letters[kind] != matrix.cells[n]:
            kind += 1
        if letters[kind] == 0:
            return False
        # The first row of the file is the top one.
        sets[kind] |= bit(n ^ 56)
    return True


cdef inline void write_cells(
    Matrix *matrix, const char *letters, const uint64_t *sets
) noexcept nogil:
    cdef int n
    cdef int kind
    for n in range(64):
        kind = 0
        while letters[kind + 1] and not sets[kind] & bit(n ^ 56):
            kind += 1
        matrix.cells[n] = letters[kind]


cdef inline void name_cells(char *name, int move) noexcept nogil:
    """Write a move such as b1-c3 into a buffer of six characters."""
    name[0] = <char>(c"a" + (move >> 6 & 7))
    name[1] = <char>(c"1" + (move >> 9))
    name[2] = c"-"
    name[3] = <char>(c"a" + (move & 7))
    name[4] = <char>(c"1" + (move >> 3 & 7))
    name[5] = 0


cdef inline uint64_t mixed(uint64_t number, uint64_t word) noexcept nogil:
    """Return a hash of a number and a word; different words give different hashes."""
    number = (number ^ word) * 0x9E3779B97F4A7C15ULL
    return number ^ number >> 32
