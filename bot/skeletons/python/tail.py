# The player: this is yours to change.


def choose(game, moves):
    """Return one of the legal moves: the first that wins at once, or else any."""
    for move in moves:
        if play(game, move).winner == game.player:
            return move
    return random.choice(moves)


def perft(game, depth):
    """Return the number of sequences of that many moves, to be compared with `arena perft`."""
    if depth == 0:
        return 1
    moves = find_moves(game) if game.winner == "U" else []
    return sum(perft(play(game, move), depth - 1) for move in moves)


def main(words=()):
    """Make one move in the file; return the exit status."""
    try:
        game = read_game()
        check(is_good(game))
    except (OSError, ValueError, IndexError):
        print("matrix.txt is missing or malformed", file=sys.stderr)
        return MALFORMED
    if words:  # for you, not for the referee: @PROGRAM@ 3
        print(perft(game, int(words[0])))
        return DONE
    if game.winner != "U" or not find_moves(game):
        print("the game is over", file=sys.stderr)
        return DONE
    player = game.player
    while game.player == player and game.winner == "U":
        game = play(game, choose(game, find_moves(game)))
    # The clock is read last, when the move is known.
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
    sys.exit(main(sys.argv[1:]))
