#include <stdio.h>
#include <sys/resource.h>
#include "peshki.h"

double used(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
        + (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

int main(void) {
    char player, winner;
    int half_move, points[2];
    double left[2];
    struct move moves[24];

    freopen("matrix.txt", "r", stdin);
    scanf("%c %d %c", &player, &half_move, &winner);
    for (int i = 0; i < 2; i++) scanf("%d %lg", &points[i], &left[i]);
    for (int i = 0; i < 8; i++) scanf("%s", board[i]);

    int count = find_moves(player, moves);
    make_move(player, moves[count / 2]);
    left[player - 'A'] -= used();

    freopen("matrix.txt", "w", stdout);
    printf("%c %d %c\n", other(player), half_move + 1, winner_after(player, half_move));
    for (int i = 0; i < 2; i++) printf("%d %g\n", points[i], left[i]);
    for (int i = 0; i < 8; i++) puts(board[i]);
    return 0;
}
