#include "bot.h"

int main(void) {
    read_from("matrix.txt");
    move(player, 1);
    decide();
    hand_over();
    FILE *file = fopen("matrix.txt", "w");
    write_header(file);
    for (int row = 7; row >= 0; row--) fprintf(file, "%s\n", board[row]);
    fclose(file);
    return 0;
}
