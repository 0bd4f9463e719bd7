#include "bot.h"

int main(void) {
    read_from("matrix.txt");
    for (int far = 2, moved = 0; far && !moved; far--)
        for (int place = 0; place < 64 * 3 && !moved; place++) {
            int row = place / 24, column = place / 3 % 8, right = place % 3 - 1;
            if (reach(player, row, column, right) != far) continue;
            board[row][column] = '-';
            board[row + far * ahead(player)][column + far * right] = player;
            moved = 1;
        }
    decide();
    hand_over();
    write_to("matrix.txt");
    return 0;
}
