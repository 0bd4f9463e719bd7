# The rules of Fight-B. A move is where a piece stands and where it goes: four numbers.

SIZE = 8
LAST_HALF_MOVE = 60
MARKS = {"A": "1", "B": "2"}
AROUND = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


def is_good(game):
    """Return whether the file is of this game."""
    rows = game.board
    return (
        game.footer.get("game") == "fight"
        and len(rows) == SIZE
        and all(len(row) == SIZE and set(row) <= set("-AB*12") for row in rows)
    )


def count(game, what):
    """Count the cells with that character."""
    return sum(row.count(what) for row in game.board)


def pieces_on_line(game, row, column, down, right):
    """Count the pieces on the whole line through a cell, in both directions."""
    line = [(row + n * down, column + n * right) for n in range(1 - SIZE, SIZE)]
    return sum(game.cell(*place) in ("A", "B") for place in line)


def find_moves(game):
    """Return the legal moves of the player to move."""
    moves = []
    for row in range(SIZE):
        for column in range(SIZE):
            if game.board[row][column] != game.player:
                continue
            for down, right in AROUND:
                distance = pieces_on_line(game, row, column, down, right)
                to_row, to_column = row + distance * down, column + distance * right
                if game.cell(to_row, to_column) != "*":  # outside the board it is * as well
                    moves.append((row, column, to_row, to_column))
    return moves


def by_points(game):
    """Return the player with more points."""
    a, b = game.points
    return "D" if a == b else "A" if a > b else "B"


def result(game):
    """Return the winner field after a move; `player` is the next player."""
    if not count(game, "*"):
        return by_points(game)
    if not find_moves(game):  # or has no piece at all
        return OTHER[game.player]
    return by_points(game) if game.half_move > LAST_HALF_MOVE else "U"


def play(game, move):
    """Return the game after a move."""
    row, column, to_row, to_column = move
    game = game.copy()
    game.board[row][column] = "-"
    game.board[to_row][to_column] = game.player
    for down, right in AROUND:
        near_row, near_column = to_row + down, to_column + right
        inside = 0 <= near_row < SIZE and 0 <= near_column < SIZE
        if inside and game.board[near_row][near_column] not in ("A", "B"):
            game.board[near_row][near_column] = MARKS[game.player]
    game.points = [count(game, MARKS[player]) for player in "AB"]
    game.end_turn()
    game.winner = result(game)
    return game
