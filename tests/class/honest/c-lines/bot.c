#include <stdio.h>
#include <string.h>
#include <time.h>
#include "peshki.h"

int main(void) {
    char line[100], player, winner;
    int half_move, points_a, points_b;
    double left_a, left_b;
    struct move moves[24];

    FILE *f = fopen("matrix.txt", "rt");
    fgets(line, sizeof line, f);
    sscanf(line, "%c %d %c", &player, &half_move, &winner);
    fgets(line, sizeof line, f);
    sscanf(line, "%d %lf", &points_a, &left_a);
    fgets(line, sizeof line, f);
    sscanf(line, "%d %lf", &points_b, &left_b);
    for (int i = 0; i < 8; i++) {
        fgets(board[i], sizeof board[i], f);
        board[i][strcspn(board[i], "\r\n")] = '\0';
    }
    fclose(f);

    find_moves(player, moves);
    make_move(player, moves[0]);
    winner = winner_after(player, half_move);
    (player == 'A') ? (left_a -= clock() / 1e6) : (left_b -= clock() / 1e6);

    f = fopen("matrix.txt", "wb");
    fprintf(f, "%c %d %c\r\n", other(player), half_move + 1, winner);
    fprintf(f, "%d %.3f\r\n", points_a, left_a);
    fprintf(f, "%d %.3f\r\n", points_b, left_b);
    for (int i = 0; i < 8; i++) fprintf(f, "%s\r\n", board[i]);
    fclose(f);
    return 0;
}
