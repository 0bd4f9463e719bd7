#include <stdio.h>
#include <time.h>
#include "peshki.h"

int main(void) {
    char player, winner;
    int half_move, points[2];
    double left[2];
    struct move moves[24];

    FILE *file = fopen("matrix.txt", "r");
    fscanf(file, "%c %d %c", &player, &half_move, &winner);
    for (int i = 0; i < 2; i++) fscanf(file, "%d %lf", &points[i], &left[i]);
    for (int i = 0; i < 8; i++) fscanf(file, "%s", board[i]);
    fclose(file);

    find_moves(player, moves);
    make_move(player, moves[0]);
    left[player - 'A'] -= clock() / (double)CLOCKS_PER_SEC;

    file = fopen("matrix.new", "w");
    fprintf(file, "%c %d %c\n", other(player), half_move + 1, winner_after(player, half_move));
    for (int i = 0; i < 2; i++) fprintf(file, "%d %.15g\n", points[i], left[i]);
    for (int i = 0; i < 8; i++) fprintf(file, "%s\n", board[i]);
    fclose(file);
    remove("matrix.txt");
    rename("matrix.new", "matrix.txt");
    return 0;
}
