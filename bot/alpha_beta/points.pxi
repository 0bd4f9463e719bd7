# A game with points for its players: the end of a game, the greedy style, making a move.
#
# Expected before: search.pxi and what that expects, and `can_move` and `write_board_to` of the
# game's board.

from bot.alpha_beta.cells cimport LAST_HALF_MOVE, letter_of, name_cells, player_at
from bot.common.chance cimport Chance, next_random
from bot.common.matrix_file cimport Matrix


cdef enum:
    NODES_A_MICROSECOND = 4
    NODES_WITHOUT_TIME = 500
    WIDEST = INFINITE
    LIKES_TO_WIN = 10000
    LEAST_LIKED = -LIKES_TO_WIN


cdef Result result_of(const Board *board, int limit) noexcept nogil:
    """Return the result for the player to move."""
    cdef Result result = result_on_board(board)
    if result != OPEN:
        return result
    if not can_move(board):
        return LOST
    return result_of_lead(lead_of(board)) if board.half_move > limit else OPEN


cdef char outcome_of(const Board *board) noexcept nogil:
    """Return the letter of the result in files."""
    return letter_of(result_of(board, LAST_HALF_MOVE), board.half_move)


cdef int liking(const Board *board, int move, int limit) noexcept nogil:
    """Return the value of a move for the greedy style: by an immediate win, or else by points."""
    cdef Board child = after(board, move)
    cdef Result result = result_of(&child, limit)
    return -lead_of(&child) if result == OPEN else -result * <int>LIKES_TO_WIN


cdef void begin_search(Search *search, Chance *chance) noexcept nogil:
    search.lot = next_random(chance) | 1


cdef void name_move(char *name, const Board *board, int move) noexcept nogil:
    name_cells(name, move)


cdef void play(Matrix *matrix, Board *board, int move, int limit) noexcept nogil:
    """Make the move on the board and in the matrix, except the player to move and the times."""
    board[0] = after(board, move)
    write_board_to(matrix, board)
    matrix.winner = letter_of(result_of(board, limit), board.half_move)
    if matrix.game[0]:      # An old file without the game's name has no footer.
        name_cells(matrix.last, move)


cdef uint64_t perft_of(const Board *board, int depth) noexcept nogil:
    """Return the number of sequences of ``depth`` moves; a game that is over has none."""
    cdef Moves moves
    cdef Board child
    cdef uint64_t total = 0
    cdef int n
    if depth <= 0:
        return 1
    if result_of(board, LAST_HALF_MOVE) != OPEN:
        return 0
    list_moves(&moves, board)
    if depth == 1:
        return moves.count
    for n in range(moves.count):
        child = after(board, moves.moves[n])
        total += perft_of(&child, depth - 1)
    return total
