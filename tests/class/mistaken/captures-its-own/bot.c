#include "bot.h"

/* Only another enemy piece behind it stops a capture, as the author believed. */
static int can_take(int row, int column, int right) {
    int up = ahead(player);
    return cell(row, column) == player && cell(row + up, column + right) == player &&
           cell(row + 2 * up, column + 2 * right) == '-';
}

int main(void) {
    read_from("matrix.txt");
    int up = ahead(player), moved = 0;
    for (int place = 0; place < 64 * 3 && !moved; place++) {
        int row = place / 24, column = place / 3 % 8, right = place % 3 - 1;
        if (!can_take(row, column, right)) continue;
        board[row][column] = board[row + up][column + right] = '-';
        board[row + 2 * up][column + 2 * right] = player;
        moved = 1;
    }
    if (!moved) move(player, 1);
    decide();
    hand_over();
    write_to("matrix.txt");
    return 0;
}
