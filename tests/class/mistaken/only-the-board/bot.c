#include "bot.h"

int main(void) {
    read_from("matrix.txt");
    move(player, 1);
    FILE *file = fopen("matrix.txt", "w");
    write_board(file);
    fclose(file);
    return 0;
}
