# The rules of MMPeshki.

from libc.stdlib cimport abs


@FROM_TO@


cdef bint is_good(const Game *game) noexcept nogil:
    """Return whether the file is of this game."""
    if game.name[0] or has_points(game):
        return False
    return consists_of(game, SIZE, SIZE, b"-AB*")


cdef int find_moves(const Game *game, Move *moves) noexcept nogil:
    """List the legal moves of the player to move, and return their number."""
    cdef int count = 0
    cdef int ahead = -1 if game.player == c"A" else 1  # A goes up, towards board[0]
    cdef int row
    cdef int column
    cdef int right
    cdef int cells
    cdef char content
    cdef char beyond
    for row in range(SIZE):
        for column in range(SIZE):
            for right in range(-1, 2):
                if game.board[row][column] != game.player:
                    continue
                content = cell(game, row + ahead, column + right)
                beyond = cell(game, row + 2 * ahead, column + 2 * right)
                cells = 0
                if content == c"-":
                    cells = 1
                elif content == other(game.player) and beyond == c"-":
                    cells = 2
                if cells:
                    moves[count].row = row
                    moves[count].column = column
                    moves[count].to_row = row + cells * ahead
                    moves[count].to_column = column + cells * right
                    count += 1
    return count


cdef char result(const Game *game) noexcept nogil:
    """Return the winner field after a move; `player` is the next player."""
    cdef Move[3 * SIZE * SIZE] moves
    cdef char mover = other(game.player)
    cdef int far_row = 0 if mover == c"A" else SIZE - 1
    if find_moves(game, moves) == 0:
        return game.player  # rule 9 comes first
    if strchr(game.board[far_row], mover) != NULL:
        return mover  # rule 10 comes second
    return c"D" if game.half_move > LAST_HALF_MOVE else c"U"


cdef void play(Game *game, const Move *move) noexcept nogil:
    """Make the move."""
    cdef int middle_row = (move.row + move.to_row) // 2
    cdef int middle_column = (move.column + move.to_column) // 2
    if abs(move.to_row - move.row) == 2:  # a capture: the piece jumped over goes
        game.board[middle_row][middle_column] = c"-"
    game.board[move.row][move.column] = c"-"
    game.board[move.to_row][move.to_column] = game.player
    end_turn(game)
    game.winner = result(game)
