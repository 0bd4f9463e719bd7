# The rules of Chomp.


cdef enum:
    MOST_MOVES = MOST * MOST  # one for each cell of the largest board


cdef struct Move:
    int row          # the chip that is eaten, with all above it and right of it
    int column


cdef bint is_good(const Game *game) noexcept nogil:
    """Return whether the file is of this game."""
    cdef int row
    cdef size_t chips
    if strcmp(game.name, b"chomp") != 0 or has_points(game):
        return False
    for row in range(game.height):
        chips = strspn(game.board[row], b"o")
        # No chip is right of an eaten one, and none is above an eaten one.
        if chips + strspn(game.board[row] + chips, b"-") != <size_t>game.width:
            return False
        if row > 0 and chips < strspn(game.board[row - 1], b"o"):
            return False
    return True


cdef int find_moves(const Game *game, Move *moves) noexcept nogil:
    """List the legal moves of the player to move, and return their number."""
    cdef int count = 0
    cdef int row
    cdef int column
    for row in range(game.height):
        for column in range(game.width):
            if game.board[row][column] == c"o":
                moves[count].row = row
                moves[count].column = column
                count += 1
    return count


cdef void play(Game *game, const Move *move) noexcept nogil:
    """Make the move."""
    cdef int row
    cdef int column
    for row in range(move.row + 1):
        for column in range(move.column, game.width):
            game.board[row][column] = c"-"
    end_turn(game)
    # The poisoned chip is the bottom-left one: the player who eats it loses.
    if game.board[game.height - 1][0] == c"-":
        game.winner = game.player
