#include "bot.h"

int main(void) {
    read_from("matrix.txt");
    move(player, 1);
    decide();
    hand_over();
    FILE *file = fopen("matrix.txt", "a");
    write_header(file);
    write_board(file);
    fclose(file);
    return 0;
}
