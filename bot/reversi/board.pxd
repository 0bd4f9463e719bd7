# cython: cdivision=True
# The board of Reversi as words of 64 bits, up to 8 x 8: the discs of each side.
#
# The view is always that of the player to move. A smaller board is in the corner of a1; cells
# beyond it are never empty. A move is a cell, or PASS, which is possible only if no cell is.

from libc.stdint cimport uint64_t
from libc.string cimport strcmp

from bot.alpha_beta.cells cimport (
    NOT_FILE_A, NOT_FILE_H, OPEN, Moves, Result, add_move, bit, lowest, popcount, result_of_lead,
    target_of,
)
from bot.common.matrix_file cimport Matrix


cdef enum:
    A_CELL = 1          # the origin of a move that places a disc
    NOWHERE = 2         # the origin of a pass
    PASS = NOWHERE << 6
    LARGEST_SIDE = 8
    OF_A_CORNER = 3     # gain of a move's rank at a corner, loss beside one
    NEAR_A_CORNER = -2


cdef struct Board:
    uint64_t own        # of the player to move
    uint64_t foe
    uint64_t cells      # of the board
    uint64_t corners
    int half_move       # the next one; A makes the odd ones


cdef inline uint64_t shifted(uint64_t discs, int way) noexcept nogil:
    """Return the discs moved by one cell in one of eight directions."""
    if way == 0:
        return discs << 8
    if way == 1:
        return discs >> 8
    if way == 2:
        return discs << 1 & NOT_FILE_A
    if way == 3:
        return discs >> 1 & NOT_FILE_H
    if way == 4:
        return discs << 9 & NOT_FILE_A
    if way == 5:
        return discs << 7 & NOT_FILE_H
    if way == 6:
        return discs >> 7 & NOT_FILE_A
    return discs >> 9 & NOT_FILE_H


cdef inline uint64_t placings(uint64_t own, uint64_t foe, uint64_t cells) noexcept nogil:
    """Return the empty cells where an own disc encloses a row of the other's discs."""
    cdef uint64_t empty = cells & ~(own | foe)
    cdef uint64_t found = 0
    cdef uint64_t row
    cdef int way
    cdef int _n
    for way in range(8):
        row = shifted(own, way) & foe
        for _n in range(LARGEST_SIDE - 3):
            row |= shifted(row, way) & foe
        found |= shifted(row, way) & empty
    return found


cdef inline uint64_t turned_by(uint64_t own, uint64_t foe, uint64_t placed) noexcept nogil:
    """Return the discs that an own disc on a cell turns over."""
    cdef uint64_t turned = 0
    cdef uint64_t row
    cdef uint64_t near
    cdef int way
    for way in range(8):
        row = 0
        near = shifted(placed, way)
        while near & foe:
            row |= near
            near = shifted(near, way)
        if near & own:
            turned |= row
    return turned


cdef inline void add_placings(Moves *moves, uint64_t cells) noexcept nogil:
    while cells:
        add_move(moves, A_CELL, lowest(cells))
        cells &= cells - 1


cdef inline void list_moves(Moves *moves, const Board *board) noexcept nogil:
    """List all legal moves: a pass only if no other is possible and the other player can move."""
    moves.count = 0
    add_placings(moves, placings(board.own, board.foe, board.cells))
    if moves.count == 0 and placings(board.foe, board.own, board.cells):
        add_move(moves, NOWHERE, 0)


cdef inline void list_bold(Moves *moves, const Board *board) noexcept nogil:
    """List the moves that take a corner."""
    moves.count = 0
    if board.corners & ~(board.own | board.foe):
        add_placings(moves, placings(board.own, board.foe, board.cells) & board.corners)


cdef inline bint is_bold(const Board *board, int move) noexcept nogil:
    """Return whether the move takes a corner."""
    return move != PASS and board.corners & target_of(move) != 0


cdef inline int gain_of(const Board *board, int move) noexcept nogil:
    """Return the rank of a move: corners are best, cells beside free corners are worst."""
    cdef uint64_t near
    cdef int way
    if move == PASS:
        return 0
    if board.corners & target_of(move):
        return OF_A_CORNER
    near = 0
    for way in range(8):
        near |= shifted(target_of(move), way)
    return NEAR_A_CORNER if near & board.corners & ~(board.own | board.foe) else 0


cdef inline Board after(const Board *board, int move) noexcept nogil:
    """Return the board after the move, from the other player's side."""
    cdef Board child = board[0]
    cdef uint64_t placed = 0 if move == PASS else target_of(move)
    cdef uint64_t turned = turned_by(board.own, board.foe, placed) if placed else 0
    child.own = board.foe & ~turned
    child.foe = board.own | placed | turned
    child.half_move = board.half_move + 1
    return child


cdef inline int lead_of(const Board *board) noexcept nogil:
    """Return the lead of the player to move in discs."""
    return popcount(board.own) - popcount(board.foe)


cdef inline Result result_on_board(const Board *board) noexcept nogil:
    """Return the result if neither player can move."""
    if placings(board.own, board.foe, board.cells):
        return OPEN
    if placings(board.foe, board.own, board.cells):
        return OPEN
    return result_of_lead(lead_of(board))


cdef inline int cell_at(const Matrix *matrix, int n) noexcept nogil:
    """Return the bit of the nth cell of the file, whose first row is the top one."""
    return (matrix.height - 1 - n // matrix.width) * 8 + n % matrix.width


cdef inline const char *read_board_of(Board *board, const Matrix *matrix) noexcept nogil:
    """Read the position of a matrix; return a sentence if it has none."""
    cdef uint64_t discs[2]
    cdef bint white = matrix.player == c"B"
    cdef int n
    discs[0] = discs[1] = 0
    if strcmp(matrix.game, b"reversi") != 0 or matrix.rules[0]:
        return b"it is not a game of Reversi"
    if (matrix.width | matrix.height) & 1 or not 4 <= matrix.width <= LARGEST_SIDE:
        return b"the board is not of 4, 6 or 8 columns"
    if not 4 <= matrix.height <= LARGEST_SIDE:
        return b"the board is not of 4, 6 or 8 rows"
    board.cells = 0
    for n in range(matrix.width * matrix.height):
        board.cells |= bit(cell_at(matrix, n))
        if matrix.cells[n] == c"A" or matrix.cells[n] == c"B":
            discs[matrix.cells[n] == c"B"] |= bit(cell_at(matrix, n))
        elif matrix.cells[n] != c"-":
            return b"a cell is none of - A B"
    board.own, board.foe = discs[white], discs[not white]
    n = (matrix.height - 1) * 8
    board.corners = bit(0) | bit(matrix.width - 1) | bit(n) | bit(n + matrix.width - 1)
    board.half_move = matrix.half_move
    return NULL


cdef inline void write_board_to(Matrix *matrix, const Board *board) noexcept nogil:
    """Write the board and the points, which are the numbers of discs."""
    cdef bint white = not board.half_move & 1
    cdef uint64_t of_a = board.foe if white else board.own
    cdef uint64_t of_b = board.own if white else board.foe
    cdef int n
    for n in range(matrix.width * matrix.height):
        matrix.cells[n] = (
            c"A" if of_a & bit(cell_at(matrix, n))
            else (c"B" if of_b & bit(cell_at(matrix, n)) else c"-")
        )
    matrix.points[0], matrix.points[1] = popcount(of_a), popcount(of_b)
