#include <stdio.h>
#include <time.h>
#include "peshki.h"

int main(void) {
    char player, winner;
    int half_move, points[2], best = 0;
    double left[2];
    struct move moves[24];
    struct timespec used;

    FILE *file = fopen("matrix.txt", "r");
    fscanf(file, "%c %d %c", &player, &half_move, &winner);
    for (int i = 0; i < 2; i++) fscanf(file, "%d %lf", &points[i], &left[i]);
    for (int i = 0; i < 8; i++) fscanf(file, "%s", board[i]);
    fclose(file);

    int count = find_moves(player, moves);
    for (int i = 0; i < count; i++)
        if (moves[i].length == 2) best = i; /* capture if you can */
    make_move(player, moves[best]);

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    left[player == 'B'] -= used.tv_sec + used.tv_nsec / 1e9;

    file = fopen("matrix.txt", "w");
    fprintf(file, "%c %d %c\n", other(player), half_move + 1, winner_after(player, half_move));
    for (int i = 0; i < 2; i++) fprintf(file, "%d %.2lf\n", points[i], left[i]);
    for (int i = 0; i < 8; i++) fprintf(file, "%s\n", board[i]);
    fclose(file);
    return 0;
}
