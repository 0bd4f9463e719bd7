#include "bot.h"

int main(void) {
    read_from("matrix.txt");
    think(0.12);
    move(player, 1);
    decide();
    hand_over();
    FILE *file = fopen("matrix.txt", "w");
    fprintf(file, "%c %d %c\n%d %.0f\n%d %.0f\n", player, number, winner, points_a, time_a,
            points_b, time_b);
    write_board(file);
    fclose(file);
    return 0;
}
