// The rules of Fight-B.

@FROM_TO@

// Return whether the file is of this game.
bool is_good(const Game *game) {
    return strcmp(game->name, "fight") == 0 && consists_of(game, SIZE, SIZE, "-AB*12");
}

bool is_piece(char content) { return content == 'A' || content == 'B'; }

// Count the pieces on the whole line through a cell, in both directions.
int pieces_on_line(const Game *game, int row, int column, int down, int right) {
    int pieces = 0;
    for (int n = 1 - SIZE; n < SIZE; ++n)
        pieces += is_piece(cell(game, row + n * down, column + n * right));
    return pieces;
}

// List the legal moves of the player to move, and return their number.
int find_moves(const Game *game, Move *moves) {
    int count = 0;
    for (int row = 0; row < SIZE; ++row)
        for (int column = 0; column < SIZE; ++column)
            for (int down = -1; down <= 1; ++down)
                for (int right = -1; right <= 1; ++right) {
                    if (game->board[row][column] != game->player) continue;
                    if (down == 0 && right == 0) continue;
                    int distance = pieces_on_line(game, row, column, down, right);
                    Move move = {row, column, row + distance * down, column + distance * right};
                    // A cell outside the board is '*', too.
                    if (cell(game, move.to_row, move.to_column) != '*') moves[count++] = move;
                }
    return count;
}

@BY_POINTS@

// Return the winner field after a move; player is the next player.
char result(const Game *game) {
    Move moves[8 * SIZE * SIZE];
    if (cells_with(game, '*') == 0) return by_points(game);
    if (find_moves(game, moves) == 0) return other(game->player);  // or there is no piece at all
    return game->half_move > LAST_HALF_MOVE ? by_points(game) : 'U';
}

// Return the game after a move.
Game play(const Game *before, Move move) {
    Game game = *before;
    game.board[move.row][move.column] = '-';
    game.board[move.to_row][move.to_column] = game.player;
    for (int row = move.to_row - 1; row <= move.to_row + 1; ++row)
        for (int column = move.to_column - 1; column <= move.to_column + 1; ++column) {
            bool inside = 0 <= row && row < SIZE && 0 <= column && column < SIZE;
            if (inside && !is_piece(game.board[row][column]))
                game.board[row][column] = game.player == 'A' ? '1' : '2';
        }
    game.points[0] = cells_with(&game, '1');
    game.points[1] = cells_with(&game, '2');
    end_turn(&game);
    game.winner = result(&game);
    return game;
}
