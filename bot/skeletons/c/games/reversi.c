// The rules of Reversi.

typedef struct {
    int row, column;  // where a disc is put; a row of -1 is a pass
} Move;

enum { MOST_MOVES = 26 * 26 };  // one for each cell of the largest board

const int AROUND[8][2] = {{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}};

bool is_side(int cells) { return 4 <= cells && cells <= 26 && cells % 2 == 0; }

// Return whether the file is of this game; the points must be the discs on the board.
bool is_good(const Game *game) {
    return strcmp(game->name, "reversi") == 0 && is_side(game->width) && is_side(game->height)
        && consists_of(game, game->width, game->height, "-AB")
        && game->points[0] == cells_with(game, 'A') && game->points[1] == cells_with(game, 'B');
}

// Count the enemy discs in that direction that an own disc closes in.
int closed_in(const Game *game, char player, Move move, const int *way) {
    int count = 0, row = move.row + way[0], column = move.column + way[1];
    while (cell(game, row, column) == other(player)) {
        ++count;
        row += way[0];
        column += way[1];
    }
    return cell(game, row, column) == player ? count : 0;
}

// Return whether the player may put a disc there.
bool may_put(const Game *game, char player, Move move) {
    if (cell(game, move.row, move.column) != '-') return false;
    for (int n = 0; n < 8; ++n)
        if (closed_in(game, player, move, AROUND[n]) > 0) return true;
    return false;
}

// List the cells on which the player may put a disc, and return their number.
int find_cells(const Game *game, char player, Move *moves) {
    int count = 0;
    for (int row = 0; row < game->height; ++row)
        for (int column = 0; column < game->width; ++column) {
            Move move = {row, column};
            if (may_put(game, player, move)) moves[count++] = move;
        }
    return count;
}

// List the legal moves: cells; or a pass, where only the other player has a move.
int find_moves(const Game *game, Move *moves) {
    const Move pass = {-1, -1};
    int count = find_cells(game, game->player, moves);
    if (count > 0) return count;
    count = find_cells(game, other(game->player), moves);
    moves[0] = pass;
    return count > 0 ? 1 : 0;
}

@BY_POINTS@

// Return the game after a move.
Game play(const Game *before, Move move) {
    Game game = *before;
    Move moves[MOST_MOVES];
    if (move.row >= 0) {
        for (int n = 0; n < 8; ++n)
            for (int far = closed_in(before, game.player, move, AROUND[n]); far > 0; --far)
                game.board[move.row + far * AROUND[n][0]][move.column + far * AROUND[n][1]] =
                    game.player;
        game.board[move.row][move.column] = game.player;
        for (int own = 0; own < 2; ++own) game.points[own] = cells_with(&game, "AB"[own]);
    }
    end_turn(&game);
    // The game is over when neither player can move: more discs win.
    if (find_moves(&game, moves) == 0) game.winner = by_points(&game);
    return game;
}
