// The rules of Knights.

@FROM_TO@

enum { FOR_A_LINE = 3 };
const int JUMPS[8][2] = {{-2, -1}, {-2, 1}, {-1, -2}, {-1, 2}, {1, -2}, {1, 2}, {2, -1}, {2, 1}};

// Return whether the file is of this game.
bool is_good(const Game *game) {
    return strcmp(game->name, "knights") == 0 && consists_of(game, SIZE, SIZE, "-AB12");
}

// List the legal moves of the player to move, and return their number.
int find_moves(const Game *game, Move *moves) {
    int count = 0;
    for (int row = 0; row < SIZE; ++row)
        for (int column = 0; column < SIZE; ++column) {
            if (game->board[row][column] != game->player) continue;
            for (int n = 0; n < 8; ++n) {
                Move move = {row, column, row + JUMPS[n][0], column + JUMPS[n][1]};
                char content = cell(game, move.to_row, move.to_column);
                if (content != game->player && content != '*') moves[count++] = move;
            }
        }
    return count;
}

// Return whether all of a player's knights stand in one row, or all in one column.
bool in_line(const Game *game, char player) {
    int rows = 0, columns = 0;  // a bit for each in which a knight stands
    for (int row = 0; row < SIZE; ++row)
        for (int column = 0; column < SIZE; ++column)
            if (game->board[row][column] == player) {
                rows |= 1 << row;
                columns |= 1 << column;
            }
    // If only one bit of n is set, n and n - 1 have no bit in common.
    return rows != 0 && ((rows & (rows - 1)) == 0 || (columns & (columns - 1)) == 0);
}

@BY_POINTS@

// Return the winner field after a move; player is the next player.
char result(const Game *game) {
    Move moves[8 * SIZE * SIZE];
    if (in_line(game, 'A') || in_line(game, 'B')) return by_points(game);
    if (find_moves(game, moves) == 0) return other(game->player);
    return game->half_move > LAST_HALF_MOVE ? by_points(game) : 'U';
}

// Return the value of capturing the piece on a cell.
int worth(char taken) {
    if (taken == '-') return 0;
    return taken == '2' ? 2 : 1;  // an enemy knight is worth 1, too
}

// Return the game after a move.
Game play(const Game *before, Move move) {
    Game game = *before;
    char *target = &game.board[move.to_row][move.to_column];
    game.points[game.player == 'A' ? 0 : 1] += worth(*target);
    game.board[move.row][move.column] = '-';
    *target = game.player;
    for (int own = 0; own < 2; ++own)
        if (in_line(&game, "AB"[own])) game.points[own] += FOR_A_LINE;
    end_turn(&game);
    game.winner = result(&game);
    return game;
}
