# The rules of Knights. A move is where a knight stands and where it goes: four numbers.

SIZE = 8
LAST_HALF_MOVE = 60
FOR_A_LINE = 3
JUMPS = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)]


def is_good(game):
    """Return whether the file is of this game."""
    rows = game.board
    return (
        game.footer.get("game") == "knights"
        and len(rows) == SIZE
        and all(len(row) == SIZE and set(row) <= set("-AB12") for row in rows)
    )


def pieces(game, player):
    """Return the row and the column of each of a player's knights."""
    return [
        (row, column)
        for row in range(SIZE)
        for column in range(SIZE)
        if game.board[row][column] == player
    ]


def find_moves(game):
    """Return the legal moves of the player to move."""
    return [
        (row, column, row + down, column + right)
        for row, column in pieces(game, game.player)
        for down, right in JUMPS
        if game.cell(row + down, column + right) not in (game.player, "*")
    ]


def in_line(game, player):
    """Return whether all of a player's knights stand in one row, or all in one column."""
    knights = pieces(game, player)
    return len({row for row, _ in knights}) == 1 or len({column for _, column in knights}) == 1


def by_points(game):
    """Return the player with more points."""
    a, b = game.points
    return "D" if a == b else "A" if a > b else "B"


def result(game):
    """Return the winner field after a move; `player` is the next player."""
    mover = OTHER[game.player]
    if in_line(game, "A") or in_line(game, "B"):
        return by_points(game)
    if not find_moves(game):
        return mover
    return by_points(game) if game.half_move > LAST_HALF_MOVE else "U"


def play(game, move):
    """Return the game after a move."""
    row, column, to_row, to_column = move
    game = game.copy()
    taken = game.board[to_row][to_column]
    game.points["AB".index(game.player)] += {"-": 0, "1": 1, "2": 2}.get(taken, 1)
    game.board[row][column] = "-"
    game.board[to_row][to_column] = game.player
    for own, player in enumerate("AB"):
        game.points[own] += FOR_A_LINE if in_line(game, player) else 0
    game.end_turn()
    game.winner = result(game)
    return game
