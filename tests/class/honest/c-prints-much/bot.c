#include <stdio.h>
#include <time.h>
#include "peshki.h"

void show(const char *title) {
    printf("%s\n", title);
    for (int i = 0; i < 8; i++) printf("    %s\n", board[i]);
}

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

    show("DEBUG: the board");
    int count = find_moves(player, moves);
    for (int depth = 1; depth < 1000; depth++)
        for (int i = 0; i < count; i++) {
            printf("DEBUG: depth %d: move %d of %d\n", depth, i + 1, count);
            if (i % 10 == 0) fprintf(stderr, "still thinking...\n");
        }
    make_move(player, moves[count - 1]);
    show("DEBUG: my move");
    left[player == 'B'] -= clock() / (double)CLOCKS_PER_SEC;

    file = fopen("matrix.txt", "w");
    fprintf(file, "%c %d %c\n", other(player), half_move + 1, winner_after(player, half_move));
    for (int i = 0; i < 2; i++) fprintf(file, "%d %f\n", points[i], left[i]);
    for (int i = 0; i < 8; i++) fprintf(file, "%s\n", board[i]);
    fclose(file);
    return 0;
}
