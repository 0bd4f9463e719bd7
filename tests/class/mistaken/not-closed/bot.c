#include "bot.h"

int main(void) {
    read_from("matrix.txt");
    move(player, 1);
    decide();
    hand_over();
    FILE *file = fopen("matrix.txt", "w");
    write_header(file);
    write_board(file);
    _Exit(0); /* what is still in the buffer is lost */
    return 0;
}
