// The rules of MMPeshki.

@FROM_TO@

// Return whether the file is of this game.
bool is_good(const Game *game) {
    return game->name[0] == '\0' && !has_points(game) && consists_of(game, SIZE, SIZE, "-AB*");
}

// List the legal moves of the player to move, and return their number.
int find_moves(const Game *game, Move *moves) {
    int count = 0;
    int ahead = game->player == 'A' ? -1 : 1;  // A goes up, towards board[0]
    for (int row = 0; row < SIZE; ++row)
        for (int column = 0; column < SIZE; ++column)
            for (int right = -1; right <= 1; ++right) {
                if (game->board[row][column] != game->player) continue;
                char content = cell(game, row + ahead, column + right);
                char beyond = cell(game, row + 2 * ahead, column + 2 * right);
                int cells = 0;
                if (content == '-') cells = 1;
                if (content == other(game->player) && beyond == '-') cells = 2;
                if (cells == 0) continue;
                Move move = {row, column, row + cells * ahead, column + cells * right};
                moves[count++] = move;
            }
    return count;
}

// Return the winner field after a move; player is the next player.
char result(const Game *game) {
    Move moves[3 * SIZE * SIZE];
    if (find_moves(game, moves) == 0) return game->player;  // rule 9 comes first
    char mover = other(game->player);
    const char *far_row = game->board[mover == 'A' ? 0 : SIZE - 1];
    if (strchr(far_row, mover) != NULL) return mover;  // rule 10 comes second
    return game->half_move > LAST_HALF_MOVE ? 'D' : 'U';
}

// Return the game after a move.
Game play(const Game *before, Move move) {
    Game game = *before;
    if (abs(move.to_row - move.row) == 2)  // a capture: the piece jumped over goes
        game.board[(move.row + move.to_row) / 2][(move.column + move.to_column) / 2] = '-';
    game.board[move.row][move.column] = '-';
    game.board[move.to_row][move.to_column] = game.player;
    end_turn(&game);
    game.winner = result(&game);
    return game;
}
