# The rules of Knights.


@FROM_TO@


cdef enum:
    FOR_A_LINE = 3


cdef bint is_good(const Game *game) noexcept nogil:
    """Return whether the file is of this game."""
    return strcmp(game.name, b"knights") == 0 and consists_of(game, SIZE, SIZE, b"-AB12")


cdef int find_moves(const Game *game, Move *moves) noexcept nogil:
    """List the legal moves of the player to move, and return their number."""
    cdef int count = 0
    cdef int row
    cdef int column
    cdef int down
    cdef int right
    cdef char content
    for row in range(SIZE):
        for column in range(SIZE):
            for down in range(-2, 3):
                for right in range(-2, 3):
                    # Two cells one way and one the other: 4 and 1.
                    if game.board[row][column] != game.player or down * down + right * right != 5:
                        continue
                    content = cell(game, row + down, column + right)
                    if content != game.player and content != c"*":
                        moves[count].row = row
                        moves[count].column = column
                        moves[count].to_row = row + down
                        moves[count].to_column = column + right
                        count += 1
    return count


cdef bint in_line(const Game *game, char player) noexcept nogil:
    """Return whether all of a player's knights stand in one row, or all in one column."""
    cdef int rows = 0       # a bit for each in which a knight stands
    cdef int columns = 0
    cdef int row
    cdef int column
    for row in range(SIZE):
        for column in range(SIZE):
            if game.board[row][column] == player:
                rows |= 1 << row
                columns |= 1 << column
    # If only one bit of n is set, n and n - 1 have no bit in common.
    return rows != 0 and (rows & (rows - 1) == 0 or columns & (columns - 1) == 0)


@BY_POINTS@


cdef char result(const Game *game) noexcept nogil:
    """Return the winner field after a move; `player` is the next player."""
    cdef Move[8 * SIZE * SIZE] moves
    if in_line(game, c"A") or in_line(game, c"B"):
        return by_points(game)
    if find_moves(game, moves) == 0:
        return other(game.player)
    return by_points(game) if game.half_move > LAST_HALF_MOVE else c"U"


cdef int worth(char taken) noexcept nogil:
    """Return the value of capturing the piece on a cell."""
    if taken == c"-":
        return 0
    return 2 if taken == c"2" else 1  # an enemy knight is worth 1, too


cdef void play(Game *game, const Move *move) noexcept nogil:
    """Make the move."""
    cdef int own = 0 if game.player == c"A" else 1
    game.points[own] += worth(game.board[move.to_row][move.to_column])
    game.board[move.row][move.column] = c"-"
    game.board[move.to_row][move.to_column] = game.player
    if in_line(game, c"A"):
        game.points[0] += FOR_A_LINE
    if in_line(game, c"B"):
        game.points[1] += FOR_A_LINE
    end_turn(game)
    game.winner = result(game)
