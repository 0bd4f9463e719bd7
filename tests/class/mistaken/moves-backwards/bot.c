#include "bot.h"

int main(void) {
    read_from("matrix.txt");
    int up = player == 'A' ? 1 : -1; /* rows counted from the bottom */
    int moved = 0;
    for (int place = 0; place < 64 && !moved; place++) {
        int row = place / 8, column = place % 8;
        if (cell(row, column) != player || cell(row + up, column) != '-') continue;
        board[row][column] = '-';
        board[row + up][column] = player;
        moved = 1;
    }
    if (!moved) move(player, 1);
    decide();
    hand_over();
    write_to("matrix.txt");
    return 0;
}
