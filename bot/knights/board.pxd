# The board of Knights as words of 64 bits: the knights of each side, and the prizes.
#
# The view is always that of the player to move: own knights, own points. A move takes what is on
# its target, and ends the game if all knights of a side are then in one row or in one column.

from libc.stdint cimport uint64_t
from libc.string cimport strcmp

from bot.alpha_beta.cells cimport (
    FILE_A, LOST, NOT_FILE_A, NOT_FILE_H, OPEN, ROW_1, WON, Moves, Result, add_move, bit, lowest,
    origin_of, read_cells, result_of_lead, target_of, write_cells,
)
from bot.common.matrix_file cimport Matrix


cdef enum:
    POINTS_FOR_A_LINE = 3


cdef struct Board:
    uint64_t own        # of the player to move
    uint64_t foe
    uint64_t prizes[2]  # of one point, and of two
    int points[2]       # of the player to move, and of the other
    int half_move       # the next one; A makes the odd ones


cdef inline uint64_t reach_of(uint64_t knights) noexcept nogil:
    """Return the cells that knights on some cells could jump to."""
    cdef uint64_t one = (knights >> 1 & NOT_FILE_H) | (knights << 1 & NOT_FILE_A)
    cdef uint64_t two = (
        (knights >> 2 & NOT_FILE_H & NOT_FILE_H >> 1)
        | (knights << 2 & NOT_FILE_A & NOT_FILE_A << 1)
    )
    return one << 16 | one >> 16 | two << 8 | two >> 8


cdef inline bint is_line(uint64_t knights) noexcept nogil:
    """Return whether all knights are in one row or in one column, as a single one is."""
    cdef int cell
    if knights == 0:
        return False
    cell = lowest(knights)
    return knights & ~(ROW_1 << (cell & 56)) == 0 or knights & ~(FILE_A << (cell & 7)) == 0


cdef inline void add_moves_to(Moves *moves, const Board *board, uint64_t cells) noexcept nogil:
    """Add the moves to some targets."""
    cdef uint64_t knights = board.own
    cdef uint64_t targets
    cdef int origin
    while knights:
        origin = lowest(knights)
        knights &= knights - 1
        targets = reach_of(bit(origin)) & cells
        while targets:
            add_move(moves, origin, lowest(targets))
            targets &= targets - 1


cdef inline void list_moves(Moves *moves, const Board *board) noexcept nogil:
    """List all legal moves."""
    moves.count = 0
    add_moves_to(moves, board, ~board.own)


cdef inline void list_bold(Moves *moves, const Board *board) noexcept nogil:
    """List the moves that take something."""
    moves.count = 0
    add_moves_to(moves, board, board.foe | board.prizes[0] | board.prizes[1])


cdef inline bint is_bold(const Board *board, int move) noexcept nogil:
    """Return whether the move takes something."""
    return (board.foe | board.prizes[0] | board.prizes[1]) & target_of(move) != 0


cdef inline bint can_move(const Board *board) noexcept nogil:
    return reach_of(board.own) & ~board.own != 0


cdef inline int gain_of(const Board *board, int move) noexcept nogil:
    """Return the points for what the move takes."""
    cdef uint64_t target = target_of(move)
    if (board.foe | board.prizes[0]) & target:
        return 1
    return 2 if board.prizes[1] & target else 0


cdef inline Board after(const Board *board, int move) noexcept nogil:
    """Return the board after the move, from the other player's side."""
    cdef Board child
    cdef uint64_t target = target_of(move)
    child.own = board.foe & ~target
    child.foe = board.own ^ origin_of(move) ^ target
    child.prizes[0] = board.prizes[0] & ~target
    child.prizes[1] = board.prizes[1] & ~target
    child.points[0] = board.points[1] + (POINTS_FOR_A_LINE if is_line(child.own) else 0)
    child.points[1] = (
        board.points[0] + gain_of(board, move) + (POINTS_FOR_A_LINE if is_line(child.foe) else 0)
    )
    child.half_move = board.half_move + 1
    return child


cdef inline int lead_of(const Board *board) noexcept nogil:
    """Return the lead of the player to move in points."""
    return board.points[0] - board.points[1]


cdef inline Result result_on_board(const Board *board) noexcept nogil:
    """Return the result if knights form a line, whose points are counted, or a side has none."""
    if is_line(board.own) or is_line(board.foe):
        return result_of_lead(lead_of(board))
    if board.own == 0:
        return LOST
    return WON if board.foe == 0 else OPEN


cdef inline const char *read_board_of(Board *board, const Matrix *matrix) noexcept nogil:
    """Read the position of a matrix; return a sentence if it has none."""
    cdef uint64_t sets[5]
    cdef bint blue = matrix.player == c"B"
    sets[0] = sets[1] = sets[2] = sets[3] = sets[4] = 0
    if (matrix.game[0] and strcmp(matrix.game, b"knights") != 0) or matrix.rules[0]:
        return b"it is not a game of Knights"
    if matrix.width != 8 or matrix.height != 8:
        return b"the board is not 8 x 8"
    if not read_cells(matrix, b"AB12-", sets):
        return b"a cell is none of - A B 1 2"
    board.own, board.foe = sets[blue], sets[not blue]
    board.prizes[0], board.prizes[1] = sets[2], sets[3]
    board.points[0], board.points[1] = matrix.points[blue], matrix.points[not blue]
    board.half_move = matrix.half_move
    return NULL


cdef inline void write_board_to(Matrix *matrix, const Board *board) noexcept nogil:
    """Write the board and the points."""
    cdef uint64_t sets[4]
    cdef bint blue = not board.half_move & 1
    sets[blue], sets[not blue] = board.own, board.foe
    sets[2], sets[3] = board.prizes[0], board.prizes[1]
    write_cells(matrix, b"AB12-", sets)
    matrix.points[blue], matrix.points[not blue] = board.points[0], board.points[1]
