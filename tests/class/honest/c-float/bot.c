#include <stdio.h>
#include <sys/time.h>
#include "peshki.h"

struct player_line { int points; float left; };

float now(void) {
    static struct timeval begin;
    struct timeval time;
    gettimeofday(&time, NULL);
    if (begin.tv_sec == 0) begin = time;
    return (time.tv_sec - begin.tv_sec) + (time.tv_usec - begin.tv_usec) / 1000000.0f;
}

int main(void) {
    char player, winner;
    int half_move;
    struct player_line a, b;
    struct move moves[24];

    now();
    FILE *file = fopen("matrix.txt", "r");
    fscanf(file, "%c %d %c", &player, &half_move, &winner);
    fscanf(file, "%d %f", &a.points, &a.left);
    fscanf(file, "%d %f", &b.points, &b.left);
    for (int row = 0; row < 8; row++) fscanf(file, "%s", board[row]);
    fclose(file);

    int count = find_moves(player, moves);
    make_move(player, moves[count - 1]);
    winner = winner_after(player, half_move);

    if (player == 'A') a.left -= now(); else b.left -= now();
    file = fopen("matrix.txt", "w");
    fprintf(file, "%c %d %c\n", other(player), half_move + 1, winner);
    fprintf(file, "%d %f\n%d %f\n", a.points, a.left, b.points, b.left);
    for (int row = 0; row < 8; row++) fprintf(file, "%s\n", board[row]);
    fclose(file);
    return 0;
}
