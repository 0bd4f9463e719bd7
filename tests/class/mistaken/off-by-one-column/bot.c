#include "bot.h"

int main(void) {
    read_from("matrix.txt");
    move(player, 1);
    decide();
    hand_over();
    FILE *file = fopen("matrix.txt", "w");
    write_header(file);
    for (int row = 0; row < 8; row++) {
        for (int column = 1; column <= 8; column++) { /* counted from 1 */
            char c = board[row][column];
            fprintf(file, "%c", c ? c : '-');
        }
        fprintf(file, "\n");
    }
    fclose(file);
    return 0;
}
