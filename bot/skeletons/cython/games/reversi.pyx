# The rules of Reversi.


cdef enum:
    MOST_MOVES = 26 * 26  # one for each cell of the largest board


cdef struct Move:
    int row          # where a disc is put; a row of -1 is a pass
    int column


cdef bint is_side(int cells) noexcept nogil:
    return 4 <= cells <= 26 and cells % 2 == 0


cdef bint is_good(const Game *game) noexcept nogil:
    """Return whether the file is of this game; the points must be the discs on the board."""
    return (
        strcmp(game.name, b"reversi") == 0
        and is_side(game.width) and is_side(game.height)
        and consists_of(game, game.width, game.height, b"-AB")
        and game.points[0] == cells_with(game, c"A")
        and game.points[1] == cells_with(game, c"B")
    )


cdef int closed_in(
    const Game *game, char player, int row, int column, int down, int right
) noexcept nogil:
    """Count the enemy discs in that direction that an own disc closes in."""
    cdef int count = 0
    row += down
    column += right
    while cell(game, row, column) == other(player):
        count += 1
        row += down
        column += right
    return count if cell(game, row, column) == player else 0


cdef bint may_put(const Game *game, char player, int row, int column) noexcept nogil:
    """Return whether the player may put a disc there."""
    cdef int down
    cdef int right
    if game.board[row][column] != c"-":
        return False
    for down in range(-1, 2):
        for right in range(-1, 2):
            if (down or right) and closed_in(game, player, row, column, down, right):
                return True
    return False


cdef int find_cells(const Game *game, char player, Move *moves) noexcept nogil:
    """List the cells on which the player may put a disc, and return their number."""
    cdef int count = 0
    cdef int row
    cdef int column
    for row in range(game.height):
        for column in range(game.width):
            if may_put(game, player, row, column):
                moves[count].row = row
                moves[count].column = column
                count += 1
    return count


cdef int find_moves(const Game *game, Move *moves) noexcept nogil:
    """List the legal moves: cells; or a pass, where only the other player has one."""
    cdef int count = find_cells(game, game.player, moves)
    if count > 0:
        return count
    count = find_cells(game, other(game.player), moves)
    moves[0].row = -1
    return 1 if count > 0 else 0


@BY_POINTS@


cdef void play(Game *game, const Move *move) noexcept nogil:
    """Make the move."""
    cdef Game before = game[0]
    cdef Move[MOST_MOVES] moves
    cdef int down
    cdef int right
    cdef int far
    if move.row >= 0:
        for down in range(-1, 2):
            for right in range(-1, 2):
                if down == 0 and right == 0:
                    continue
                far = closed_in(&before, before.player, move.row, move.column, down, right)
                while far > 0:
                    game.board[move.row + far * down][move.column + far * right] = before.player
                    far -= 1
        game.board[move.row][move.column] = before.player
        game.points[0] = cells_with(game, c"A")
        game.points[1] = cells_with(game, c"B")
    end_turn(game)
    # The game is over when neither player can move: more discs win.
    if find_moves(game, moves) == 0:
        game.winner = by_points(game)
