// The player: this is yours to change.

// Return one of the legal moves: the first that wins at once, or else any.
Move choose(const Game *game, const Move *moves, int count) {
    for (int n = 0; n < count; ++n)
        if (play(game, moves[n]).winner == game->player) return moves[n];
    return moves[rand() % count];
}

// Count the sequences of that many moves, to be compared with `arena perft`.
long perft(const Game *game, int depth) {
    if (depth == 0) return 1;
    if (game->winner != 'U') return 0;
    Move moves[MOST_MOVES];
    int count = find_moves(game, moves);
    long total = 0;
    for (int n = 0; n < count; ++n) {
        Game after = play(game, moves[n]);
        total += perft(&after, depth - 1);
    }
    return total;
}

int main(int words, char **word) {
    static Game game;
    static Move moves[MOST_MOVES];
    FILE *file = fopen("matrix.txt", "r");
    bool good = file != NULL && read_game(file, &game) && is_good(&game);
    if (file != NULL) fclose(file);
    if (!good) {
        fprintf(stderr, "matrix.txt is missing or malformed\n");
        return MALFORMED;
    }
    if (words == 2) {  // for you, not for the referee: @PROGRAM@ 3
        printf("%ld\n", perft(&game, atoi(word[1])));
        return DONE;
    }
    if (game.winner != 'U' || find_moves(&game, moves) == 0) {
        fprintf(stderr, "the game is over\n");
        return DONE;
    }
    // time() alone is the same for all turns of one second.
    srand((unsigned)time(NULL) * 61 + game.half_move);
    char player = game.player;
    while (game.player == player && game.winner == 'U')
        game = play(&game, choose(&game, moves, find_moves(&game, moves)));
    // The clock is read last, when the move is known.
    int own = player == 'A' ? 0 : 1;
    double left = game.seconds[own] - clock() / (double)CLOCKS_PER_SEC;
    sprintf(game.time[own], "%.6f", left > 0 ? left : 0.0);
    return write_game(&game) ? DONE : CANNOT_WRITE;
}
