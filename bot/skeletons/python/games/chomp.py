# The rules of Chomp. A move is the row and the column of a chip.


def is_good(game):
    """Return whether the file is of this game."""
    chips = [row.count("o") for row in game.board]
    whole = all(row == list("o" * n + "-" * (len(row) - n)) for row, n in zip(game.board, chips))
    # No chip is right of an eaten one, and none is above an eaten one.
    fits = whole and chips == sorted(chips) and not any(game.points)
    return fits and game.footer.get("game") == "chomp"


def find_moves(game):
    """Return the legal moves of the player to move."""
    return [
        (row, column)
        for row, chips in enumerate(game.board)
        for column, chip in enumerate(chips)
        if chip == "o"
    ]


def play(game, move):
    """Return the game after a move: the chip is eaten, with all above it and right of it."""
    last_row, first_column = move
    game = game.copy()
    for row in game.board[: last_row + 1]:
        row[first_column:] = "-" * (len(row) - first_column)
    game.end_turn()
    # The poisoned chip is the bottom-left one: the player who eats it loses.
    if game.board[-1][0] == "-":
        game.winner = game.player
    return game
