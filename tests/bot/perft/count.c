/* Counts how many sequences of moves lead on from a position of Knights or Fight-B.

       cc -O2 count.c -o count && ./count 4 < matrix.txt

   It shares nothing with the rules and the kernels, and has another method than both: one board of
   characters with a border of '#', on which a move is made, and taken back from a copy. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDE = 12, FIRST = 26, LAST_HALF_MOVE = 60 };

static const int jumps[8] = {-25, -23, -14, -10, 10, 14, 23, 25};
static const int steps[8] = {-13, -12, -11, -1, 1, 11, 12, 13};
static char board[WIDE * WIDE + 1];
static int is_knights;

static int is_piece(int cell) { return board[cell] == 'A' || board[cell] == 'B'; }

static int has(char what) { return strchr(board, what) != NULL; }

static int is_line(char side) {
    int cell, first = 0, row = 1, column = 1;
    for (cell = 0; cell < WIDE * WIDE; ++cell) {
        if (board[cell] != side) continue;
        if (!first) first = cell;
        row = row && cell / WIDE == first / WIDE;
        column = column && cell % WIDE == first % WIDE;
    }
    return first && (row || column);
}

static int is_over(int half_move) {
    if (is_knights ? is_line('A') || is_line('B') : !has('*')) return 1;
    return !has('A') || !has('B') || half_move > LAST_HALF_MOVE;
}

/* Where a piece comes down, or 0. */
static int target_of(int from, int way) {
    int cell, far = 1;
    if (is_knights) return board[from + jumps[way]] != '#' ? from + jumps[way] : 0;
    for (cell = from + steps[way]; board[cell] != '#'; cell += steps[way]) far += is_piece(cell);
    for (cell = from - steps[way]; board[cell] != '#'; cell -= steps[way]) far += is_piece(cell);
    for (cell = from; far > 0 && board[cell] != '#'; --far) cell += steps[way];
    return far == 0 && board[cell] != '#' && board[cell] != '*' ? cell : 0;
}

static void make(int from, int to) {
    char side = board[from];
    int way;
    board[to] = side;
    board[from] = '-';
    for (way = 0; way < 8 && !is_knights; ++way)
        if (board[to + steps[way]] != '#' && !is_piece(to + steps[way]))
            board[to + steps[way]] = side == 'A' ? '1' : '2';
}

static unsigned long long count(int half_move, int depth) {
    char copy[sizeof board], side = half_move % 2 ? 'A' : 'B';
    unsigned long long total = 0;
    int from, to, way;
    if (depth == 0) return 1;
    if (is_over(half_move)) return 0;
    memcpy(copy, board, sizeof board);
    for (from = 0; from < WIDE * WIDE; ++from)
        for (way = 0; way < 8 && board[from] == side; ++way) {
            to = target_of(from, way);
            if (!to || (is_knights && board[to] == side)) continue;
            make(from, to);
            total += count(half_move + 1, depth - 1);
            memcpy(board, copy, sizeof board);
        }
    return total;
}

int main(int words, char **word) {
    char player, winner, game[32];
    int half_move, row, n;
    memset(board, '#', WIDE * WIDE);
    if (words != 2 || scanf(" %c %d %c", &player, &half_move, &winner) != 3) return 2;
    for (n = 0; n < 2; ++n)
        if (scanf("%*s %*s") != 0) return 2;
    for (row = 0; row < 8; ++row) {
        char line[9];
        if (scanf("%8s", line) != 1 || strlen(line) != 8) return 2;
        memcpy(board + FIRST + row * WIDE, line, 8);
    }
    if (scanf(" game %31s", game) != 1) return 2;
    is_knights = strcmp(game, "knights") == 0;
    for (n = 1; n <= atoi(word[1]); ++n) printf("%llu ", count(half_move, n));
    printf("\n");
    return 0;
}
