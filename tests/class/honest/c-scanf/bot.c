#include <stdio.h>
#include <time.h>
#include "peshki.h"

int main(void) {
    char player, winner;
    int half_move, points_a, points_b;
    double left_a, left_b;
    struct move moves[24];

    FILE *in = fopen("matrix.txt", "r");
    fscanf(in, "%c %d %c", &player, &half_move, &winner);
    fscanf(in, "%d %lf %d %lf", &points_a, &left_a, &points_b, &left_b);
    for (int i = 0; i < 8; i++) fscanf(in, "%s", board[i]);
    fclose(in);

    find_moves(player, moves);
    make_move(player, moves[0]);
    winner = winner_after(player, half_move);

    double used = (double)clock() / CLOCKS_PER_SEC;
    if (player == 'A') left_a -= used; else left_b -= used;

    FILE *out = fopen("matrix.txt", "w");
    fprintf(out, "%c %d %c\n", other(player), half_move + 1, winner);
    fprintf(out, "%d %f\n%d %f\n", points_a, left_a, points_b, left_b);
    for (int i = 0; i < 8; i++) fprintf(out, "%s\n", board[i]);
    fclose(out);
    return 0;
}
