// The rules of Chomp.

typedef struct {
    int row, column;  // the chip that is eaten, with all above it and right of it
} Move;

enum { MOST_MOVES = MOST * MOST };  // one for each cell of the largest board

// Return whether the file is of this game.
bool is_good(const Game *game) {
    if (strcmp(game->name, "chomp") != 0 || has_points(game)) return false;
    for (int row = 0; row < game->height; ++row) {
        size_t chips = strspn(game->board[row], "o");
        // No chip is right of an eaten one, and none is above an eaten one.
        if (chips + strspn(game->board[row] + chips, "-") != (size_t)game->width) return false;
        if (row > 0 && chips < strspn(game->board[row - 1], "o")) return false;
    }
    return true;
}

// List the legal moves of the player to move, and return their number.
int find_moves(const Game *game, Move *moves) {
    int count = 0;
    for (int row = 0; row < game->height; ++row)
        for (int column = 0; column < game->width; ++column) {
            if (game->board[row][column] != 'o') continue;
            Move move = {row, column};
            moves[count++] = move;
        }
    return count;
}

// Return the game after a move.
Game play(const Game *before, Move move) {
    Game game = *before;
    for (int row = 0; row <= move.row; ++row)
        for (int column = move.column; column < game.width; ++column) game.board[row][column] = '-';
    end_turn(&game);
    // The poisoned chip is the bottom-left one: the player who eats it loses.
    if (game.board[game.height - 1][0] == '-') game.winner = game.player;
    return game;
}
