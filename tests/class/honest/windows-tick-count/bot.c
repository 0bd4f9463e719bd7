#include <stdio.h>
#include <windows.h>
#include "peshki.h"

int main() {
    DWORD start = GetTickCount();
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
    winner = winner_after(player, half_move);
    left[player == 'B'] -= (GetTickCount() - start) / 1000.0;

    file = fopen("matrix.txt", "w");
    fprintf(file, "%c %d %c\n", other(player), half_move + 1, winner);
    for (int i = 0; i < 2; i++) fprintf(file, "%d %.3f\n", points[i], left[i]);
    for (int i = 0; i < 8; i++) fprintf(file, "%s\n", board[i]);
    fclose(file);
    return 0;
}
