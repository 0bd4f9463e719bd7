# A game for points, to those who play it: how it ends, what greed likes, how moves are made.
#
# Expected before: what search.pxi expects and is, and of the game's board `can_move` and
# `write_board_to`.

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
    """What has become of the game, for the player to move."""
    cdef Result result = result_on_board(board)
    if result != OPEN:
        return result
    if not can_move(board):
        return LOST
    return result_of_lead(lead_of(board)) if board.half_move > limit else OPEN


cdef char outcome_of(const Board *board) noexcept nogil:
    """The same as files name it."""
    return letter_of(result_of(board, LAST_HALF_MOVE), board.half_move)


cdef int liking(const Board *board, int move, int limit) noexcept nogil:
    """How much greed likes a move: by who wins at once, or else by the points."""
    cdef Board then = after(board, move)
    cdef Result result = result_of(&then, limit)
    return -lead_of(&then) if result == OPEN else -result * <int>LIKES_TO_WIN


cdef void begin_search(Search *search, Chance *chance) noexcept nogil:
    search.lot = next_random(chance) | 1


cdef void name_move(char *name, const Board *board, int move) noexcept nogil:
    name_cells(name, move)


cdef void play(Matrix *matrix, Board *board, int move, int limit) noexcept nogil:
    """Makes the move on the board and in the file: all but whose turn it is, and the times."""
    board[0] = after(board, move)
    write_board_to(matrix, board)
    matrix.winner = letter_of(result_of(board, limit), board.half_move)
    if matrix.game[0]:      # a file without its name is of the class's time, and has no footer
        name_cells(matrix.last, move)


cdef uint64_t perft_of(const Board *board, int depth) noexcept nogil:
    """The sequences of exactly that many moves; a game that is over has none."""
    cdef Moves moves
    cdef Board then
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
        then = after(board, moves.moves[n])
        total += perft_of(&then, depth - 1)
    return total
