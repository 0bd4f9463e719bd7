# The rules of Fight-B.


@FROM_TO@


cdef bint is_good(const Game *game) noexcept nogil:
    """Return whether the file is of this game."""
    return strcmp(game.name, b"fight") == 0 and consists_of(game, SIZE, SIZE, b"-AB*12")


cdef bint is_piece(char content) noexcept nogil:
    return content == c"A" or content == c"B"


cdef int pieces_on_line(
    const Game *game, int row, int column, int down, int right
) noexcept nogil:
    """Count the pieces on the whole line through a cell, in both directions."""
    cdef int count = 0
    cdef int n
    for n in range(1 - SIZE, SIZE):
        count += is_piece(cell(game, row + n * down, column + n * right))
    return count


cdef int find_moves(const Game *game, Move *moves) noexcept nogil:
    """List the legal moves of the player to move, and return their number."""
    cdef int count = 0
    cdef int row
    cdef int column
    cdef int down
    cdef int right
    cdef int distance
    for row in range(SIZE):
        for column in range(SIZE):
            for down in range(-1, 2):
                for right in range(-1, 2):
                    if game.board[row][column] != game.player or (down == 0 and right == 0):
                        continue
                    distance = pieces_on_line(game, row, column, down, right)
                    # A cell outside the board is '*', too.
                    if cell(game, row + distance * down, column + distance * right) != c"*":
                        moves[count].row = row
                        moves[count].column = column
                        moves[count].to_row = row + distance * down
                        moves[count].to_column = column + distance * right
                        count += 1
    return count


@BY_POINTS@


cdef char result(const Game *game) noexcept nogil:
    """Return the winner field after a move; `player` is the next player."""
    cdef Move[8 * SIZE * SIZE] moves
    if cells_with(game, c"*") == 0:
        return by_points(game)
    if find_moves(game, moves) == 0:  # or there is no piece at all
        return other(game.player)
    return by_points(game) if game.half_move > LAST_HALF_MOVE else c"U"


cdef void play(Game *game, const Move *move) noexcept nogil:
    """Make the move."""
    cdef char mark = c"1" if game.player == c"A" else c"2"
    cdef int row
    cdef int column
    game.board[move.row][move.column] = c"-"
    game.board[move.to_row][move.to_column] = game.player
    for row in range(max(move.to_row - 1, 0), min(move.to_row + 2, SIZE)):
        for column in range(max(move.to_column - 1, 0), min(move.to_column + 2, SIZE)):
            if not is_piece(game.board[row][column]):
                game.board[row][column] = mark
    game.points[0] = cells_with(game, c"1")
    game.points[1] = cells_with(game, c"2")
    end_turn(game)
    game.winner = result(game)
