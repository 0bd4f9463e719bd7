#include "bot.h"

int main(void) {
    read_from("matrix.txt");
    move(player, 1);
    decide();
    hand_over();
    write_header(stdout);
    write_board(stdout);
    return 0;
}
