# The rules of MMPeshki. A move is where a piece stands and where it goes: four numbers.

SIZE = 8
LAST_HALF_MOVE = 60


def is_good(game):
    """Return whether the file is of this game."""
    rows = game.board
    return (
        not game.footer
        and not any(game.points)
        and len(rows) == SIZE
        and all(len(row) == SIZE and set(row) <= set("-AB*") for row in rows)
    )


def find_moves(game):
    """Return the legal moves of the player to move."""
    moves = []
    ahead = -1 if game.player == "A" else 1  # A goes up, towards board[0]
    for row in range(SIZE):
        for column in range(SIZE):
            if game.board[row][column] != game.player:
                continue
            for right in (-1, 0, 1):
                content = game.cell(row + ahead, column + right)
                beyond = game.cell(row + 2 * ahead, column + 2 * right)
                if content == "-":
                    moves.append((row, column, row + ahead, column + right))
                elif content == OTHER[game.player] and beyond == "-":
                    moves.append((row, column, row + 2 * ahead, column + 2 * right))
    return moves


def result(game):
    """Return the winner field after a move; `player` is the next player."""
    if not find_moves(game):
        return game.player  # rule 9 comes first
    mover = OTHER[game.player]
    if mover in game.board[0 if mover == "A" else SIZE - 1]:
        return mover  # rule 10 comes second
    return "D" if game.half_move > LAST_HALF_MOVE else "U"


def play(game, move):
    """Return the game after a move."""
    row, column, to_row, to_column = move
    game = game.copy()
    if abs(to_row - row) == 2:  # a capture: the piece jumped over goes
        game.board[(row + to_row) // 2][(column + to_column) // 2] = "-"
    game.board[row][column] = "-"
    game.board[to_row][to_column] = game.player
    game.end_turn()
    game.winner = result(game)
    return game
