#include <stdio.h>
#include <time.h>
#include <unistd.h>
#include "peshki.h"

int main(void) {
    char player, winner;
    int half_move, points[2];
    double left[2];
    struct move moves[24];

    FILE *file = fopen("matrix.txt", "r+");
    fscanf(file, "%c %d %c", &player, &half_move, &winner);
    for (int i = 0; i < 2; i++) fscanf(file, "%d %lf", &points[i], &left[i]);
    for (int i = 0; i < 8; i++) fscanf(file, "%s", board[i]);

    int count = find_moves(player, moves);
    make_move(player, moves[half_move % count]);
    winner = winner_after(player, half_move);
    left[player == 'B'] -= clock() / (double)CLOCKS_PER_SEC;

    rewind(file);
    fprintf(file, "%c %d %c\n", other(player), half_move + 1, winner);
    for (int i = 0; i < 2; i++) fprintf(file, "%d %.1f\n", points[i], left[i]);
    for (int i = 0; i < 8; i++) fprintf(file, "%s\n", board[i]);
    fflush(file);
    ftruncate(fileno(file), ftell(file));
    fclose(file);
    return 0;
}
