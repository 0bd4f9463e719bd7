# The board of Fight-B as words of 64 bits: the pieces of each side, the marks of each side, and the
# free marks.
#
# The view is always that of the player to move: own pieces, own marks. A piece moves along a line,
# either way, by the number of pieces on the line, which is a count of bits.

from libc.stdint cimport uint64_t
from libc.string cimport strcmp

from bot.alpha_beta.cells cimport (
    FILE_A, LOST, OPEN, ROW_1, WON, Moves, Result, add_move, bit, lowest, neighbours, origin_of,
    popcount, read_cells, result_of_lead, target_of, write_cells,
)
from bot.common.matrix_file cimport Matrix


cdef extern from *:
    """
    #define RISING 0x8040201008040201ULL
    #define FALLING 0x0102040810204080ULL
    """
    const uint64_t RISING       # the diagonal from a1 to h8
    const uint64_t FALLING      # the diagonal from a8 to h1


cdef struct Board:
    uint64_t own        # of the player to move
    uint64_t foe
    uint64_t marks[2]   # of the player to move, and of the other
    uint64_t free
    int half_move       # the next one; A makes the odd ones


cdef inline uint64_t shifted_rows(uint64_t line, int rows) noexcept nogil:
    return line << 8 * rows if rows >= 0 else line >> -8 * rows


cdef inline void add_ways(
    Moves *moves, const Board *board, int origin, uint64_t line, int right, int up
) noexcept nogil:
    """Add the moves both ways along a line, which has a direction in columns and rows."""
    cdef int far = popcount((board.own | board.foe) & line)
    cdef int column = origin & 7
    cdef int row = origin >> 3
    cdef int sign
    cdef int target
    for sign in range(-1, 2, 2):
        if 0 <= column + sign * far * right < 8 and 0 <= row + sign * far * up < 8:
            target = origin + sign * far * (8 * up + right)
            if not board.free & bit(target):
                add_move(moves, origin, target)


cdef inline void add_moves_of(Moves *moves, const Board *board, int origin) noexcept nogil:
    cdef int column = origin & 7
    cdef int row = origin >> 3
    add_ways(moves, board, origin, ROW_1 << 8 * row, 1, 0)
    add_ways(moves, board, origin, FILE_A << column, 0, 1)
    add_ways(moves, board, origin, shifted_rows(RISING, row - column), 1, 1)
    add_ways(moves, board, origin, shifted_rows(FALLING, row + column - 7), -1, 1)


cdef inline void list_moves(Moves *moves, const Board *board) noexcept nogil:
    """List all legal moves."""
    cdef uint64_t pieces = board.own
    moves.count = 0
    while pieces:
        add_moves_of(moves, board, lowest(pieces))
        pieces &= pieces - 1


cdef inline bint is_bold(const Board *board, int move) noexcept nogil:
    """Return whether the move captures a piece of the other side."""
    return board.foe & target_of(move) != 0


cdef inline void list_bold(Moves *moves, const Board *board) noexcept nogil:
    """List the bold moves."""
    cdef int kept = 0
    cdef int n
    list_moves(moves, board)
    for n in range(moves.count):
        if is_bold(board, moves.moves[n]):
            moves.moves[kept] = moves.moves[n]
            kept += 1
    moves.count = kept


cdef inline bint can_move(const Board *board) noexcept nogil:
    cdef Moves moves
    list_moves(&moves, board)
    return moves.count != 0


cdef inline Board after(const Board *board, int move) noexcept nogil:
    """Return the board after the move, from the other player's side."""
    cdef Board child
    cdef uint64_t origin = origin_of(move)
    cdef uint64_t target = target_of(move)
    cdef uint64_t marked
    child.own = board.foe & ~target
    child.foe = board.own ^ origin | target
    marked = neighbours(target) & ~(child.own | child.foe)
    child.marks[0] = board.marks[1] & ~(marked | target)
    child.marks[1] = board.marks[0] & ~target | marked
    child.free = board.free & ~marked
    child.half_move = board.half_move + 1
    return child


cdef inline int lead_of(const Board *board) noexcept nogil:
    """Return the lead of the player to move in points."""
    return popcount(board.marks[0]) - popcount(board.marks[1])


cdef inline int gain_of(const Board *board, int move) noexcept nogil:
    """Return the gain of a move in points; a captured piece counts as a ring of marks."""
    cdef Board child = after(board, move)
    return -lead_of(&child) - lead_of(board) + (8 if is_bold(board, move) else 0)


cdef inline Result result_on_board(const Board *board) noexcept nogil:
    """Return the result if no free mark, or no piece of a side, is left."""
    if board.free == 0:
        return result_of_lead(lead_of(board))
    if board.own == 0:
        return LOST
    return WON if board.foe == 0 else OPEN


cdef inline const char *read_board_of(Board *board, const Matrix *matrix) noexcept nogil:
    """Read the position of a matrix; return a sentence if it has none; points are the marks."""
    cdef uint64_t sets[6]
    cdef bint blue = matrix.player == c"B"
    sets[0] = sets[1] = sets[2] = sets[3] = sets[4] = sets[5] = 0
    if (matrix.game[0] and strcmp(matrix.game, b"fight") != 0) or matrix.rules[0]:
        return b"it is not a game of Fight-B"
    if matrix.width != 8 or matrix.height != 8:
        return b"the board is not 8 x 8"
    if not read_cells(matrix, b"AB12*-", sets):
        return b"a cell is none of - A B * 1 2"
    board.own, board.foe = sets[blue], sets[not blue]
    board.marks[0], board.marks[1] = sets[2 + blue], sets[3 - blue]
    board.free = sets[4]
    board.half_move = matrix.half_move
    return NULL


cdef inline void write_board_to(Matrix *matrix, const Board *board) noexcept nogil:
    """Write the board and the points."""
    cdef uint64_t sets[5]
    cdef bint blue = not board.half_move & 1
    sets[blue], sets[not blue] = board.own, board.foe
    sets[2 + blue], sets[3 - blue] = board.marks[0], board.marks[1]
    sets[4] = board.free
    write_cells(matrix, b"AB12*-", sets)
    matrix.points[0], matrix.points[1] = popcount(sets[2]), popcount(sets[3])
