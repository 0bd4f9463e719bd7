#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include "peshki.h"

/* The child thinks, and tells its parent the number of the move through a pipe. */
int think_in_child(int count) {
    int ends[2], chosen = 0;
    pipe(ends);
    if (fork() == 0) {
        for (volatile int i = 0; i < 3000000; i++) chosen = i % count;
        write(ends[1], &chosen, sizeof chosen);
        exit(0);
    }
    read(ends[0], &chosen, sizeof chosen);
    wait(NULL);
    return chosen;
}

double time_of(int who) {
    struct rusage usage;
    getrusage(who, &usage);
    return usage.ru_utime.tv_sec + usage.ru_utime.tv_usec / 1e6;
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

    make_move(player, moves[think_in_child(find_moves(player, moves))]);
    left[player == 'B'] -= time_of(RUSAGE_SELF) + time_of(RUSAGE_CHILDREN);

    file = fopen("matrix.txt", "w");
    fprintf(file, "%c %d %c\n", other(player), half_move + 1, winner_after(player, half_move));
    for (int i = 0; i < 2; i++) fprintf(file, "%d %f\n", points[i], left[i]);
    for (int i = 0; i < 8; i++) fprintf(file, "%s\n", board[i]);
    fclose(file);
    return 0;
}
