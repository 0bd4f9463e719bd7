# The player: this is yours to change.


def choose(game, moves):
    """One of the legal moves: the first that wins at once, or else any."""
    for move in moves:
        if play(game, move).winner == game.player:
            return move
    return random.choice(moves)


def main():
    """One move in the file, and the exit status."""
    try:
        game = read_game()
        check(is_good(game))
    except (OSError, ValueError, IndexError):
        print("matrix.txt is missing or malformed", file=sys.stderr)
        return MALFORMED
    if game.winner != "U" or not find_moves(game):
        print("the game is over", file=sys.stderr)
        return DONE
    player = game.player
    while game.player == player and game.winner == "U":
        game = play(game, choose(game, find_moves(game)))
    # The clock is asked last, when the move is known.
    own = "AB".index(player)
    left = float(game.times[own]) - time.process_time()
    game.times[own] = f"{max(0, left):.6f}"
    try:
        write_game(game)
    except OSError:
        print("matrix.txt cannot be written", file=sys.stderr)
        return CANNOT_WRITE
    return DONE


if __name__ == "__main__":
    sys.exit(main())
