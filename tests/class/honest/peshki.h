/* The rules of MMPeshki, for the bots that are written in C. */

#ifndef PESHKI_H
#define PESHKI_H

struct move { int row, column, right, length; };

static char board[8][100]; /* board[0] is the top row */

static inline char other(char player) { return player == 'A' ? 'B' : 'A'; }

static inline int ahead(char player) { return player == 'A' ? -1 : 1; }

static inline char cell(int row, int column) {
    return row < 0 || row > 7 || column < 0 || column > 7 ? '*' : board[row][column];
}

/* How far a piece can go: 1 for a step, 2 for a capture, 0 if its way is blocked. */
static inline int reach(char player, int row, int column, int right) {
    int up = ahead(player);
    char met = cell(row + up, column + right);
    if (cell(row, column) != player) return 0;
    if (met == '-') return 1;
    return met == other(player) && cell(row + 2 * up, column + 2 * right) == '-' ? 2 : 0;
}

static inline int find_moves(char player, struct move moves[24]) {
    int count = 0;
    for (int row = 0; row < 8; ++row)
        for (int column = 0; column < 8; ++column)
            for (int right = -1; right <= 1; ++right) {
                int length = reach(player, row, column, right);
                struct move move = {row, column, right, length};
                if (length) moves[count++] = move;
            }
    return count;
}

static inline void make_move(char player, struct move move) {
    int up = ahead(player);
    board[move.row][move.column] = '-';
    if (move.length == 2) board[move.row + up][move.column + move.right] = '-';
    board[move.row + move.length * up][move.column + move.length * move.right] = player;
}

/* The winner when the player has moved: U while the game goes on. */
static inline char winner_after(char player, int half_move) {
    struct move moves[24];
    if (find_moves(other(player), moves) == 0) return other(player);
    for (int column = 0; column < 8; ++column)
        if (board[player == 'A' ? 0 : 7][column] == player) return player;
    return half_move == 60 ? 'D' : 'U';
}

#endif
