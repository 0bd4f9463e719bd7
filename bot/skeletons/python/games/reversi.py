# The rules of Reversi. A move is the row and the column of a disc, or a pass.

PASS = None
AROUND = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


def is_good(game):
    """Return whether the file is of this game."""
    sides = (len(game.board), len(game.board[0]))
    return (
        game.footer.get("game") == "reversi"
        and all(4 <= side <= 26 and side % 2 == 0 for side in sides)
        and all(set(row) <= set("-AB") for row in game.board)
        and game.points == discs(game)
    )


def discs(game):
    """Return the numbers of discs of A and of B, which are their points."""
    return [sum(row.count(player) for row in game.board) for player in "AB"]


def turned_by(game, row, column):
    """Return the discs that an own disc on that cell turns over."""
    turned = []
    for down, right in AROUND:
        line = []
        near = (row + down, column + right)
        while game.cell(*near) == OTHER[game.player]:
            line.append(near)
            near = (near[0] + down, near[1] + right)
        if game.cell(*near) == game.player:  # the line is closed in
            turned += line
    return turned


def find_cells(game, player):
    """Return the cells on which the player may put a disc."""
    game = game.copy()
    game.player = player
    return [
        (row, column)
        for row, cells in enumerate(game.board)
        for column, cell in enumerate(cells)
        if cell == "-" and turned_by(game, row, column)
    ]


def find_moves(game):
    """Return the legal moves: cells; or a pass, where only the other player has a move."""
    if cells := find_cells(game, game.player):
        return cells
    return [PASS] if find_cells(game, OTHER[game.player]) else []


def play(game, move):
    """Return the game after a move."""
    game = game.copy()
    if move is not PASS:
        for row, column in [move, *turned_by(game, *move)]:
            game.board[row][column] = game.player
        game.points = discs(game)
    game.end_turn()
    # The game is over when neither player can move: more discs win.
    if not find_moves(game):
        a, b = game.points
        game.winner = "D" if a == b else "A" if a > b else "B"
    return game
