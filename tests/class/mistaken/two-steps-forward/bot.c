#include "bot.h"

int main(void) {
    read_from("matrix.txt");
    int up = 2 * ahead(player);
    for (int place = 0; place < 64; place++) {
        int row = place / 8, column = place % 8;
        if (cell(row, column) != player || cell(row + up, column) != '-') continue;
        board[row][column] = '-';
        board[row + up][column] = player;
        break;
    }
    decide();
    hand_over();
    write_to("matrix.txt");
    return 0;
}
