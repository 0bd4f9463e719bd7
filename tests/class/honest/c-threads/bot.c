#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "peshki.h"

char player;
struct move moves[24];
int values[24];

/* How good a move is: captures first, then whoever is ahead. As if that were hard to say. */
void *think(void *number) {
    struct move *move = &moves[(long)number];
    volatile int nodes = 0;
    while (nodes < 200000) nodes++;
    values[(long)number] = 10 * move->length + (player == 'A' ? 7 - move->row : move->row);
    return NULL;
}

int main(void) {
    char winner;
    int half_move, points[2], best = 0;
    double left[2];
    pthread_t threads[24];

    FILE *file = fopen("matrix.txt", "r");
    fscanf(file, "%c %d %c", &player, &half_move, &winner);
    for (int i = 0; i < 2; i++) fscanf(file, "%d %lf", &points[i], &left[i]);
    for (int i = 0; i < 8; i++) fscanf(file, "%s", board[i]);
    fclose(file);

    long count = find_moves(player, moves);
    for (long i = 0; i < count; i++) pthread_create(&threads[i], NULL, think, (void *)i);
    for (long i = 0; i < count; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < count; i++)
        if (values[i] > values[best]) best = i;
    make_move(player, moves[best]);
    left[player - 'A'] -= (double)clock() / CLOCKS_PER_SEC;

    file = fopen("matrix.txt", "w");
    fprintf(file, "%c %d %c\n", other(player), half_move + 1, winner_after(player, half_move));
    for (int i = 0; i < 2; i++) fprintf(file, "%d %f\n", points[i], left[i]);
    for (int i = 0; i < 8; i++) fprintf(file, "%s\n", board[i]);
    fclose(file);
    return 0;
}
