#include "bot.h"

int main(void) {
    read_from("matrix.txt");
    char before[8][12];
    memcpy(before, board, sizeof board);
    move(player, 1);
    decide();
    for (int row = 0; row < 8; row++)
        for (int column = 0; column < 8; column++)
            if (before[row][column] == player) board[row][column] = player;
    hand_over();
    write_to("matrix.txt");
    return 0;
}
