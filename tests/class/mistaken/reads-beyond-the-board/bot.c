#include "bot.h"

/* The rightmost piece of the row: there is one in each row of the start. */
static int piece_in(const char *row) {
    int column = 7;
    while (row[column] != player) column -= 100000;
    return column;
}

int main(void) {
    read_from("matrix.txt");
    int row = player == 'A' ? 3 : 4;
    number += piece_in(board[row]);
    write_to("matrix.txt");
    return 0;
}
