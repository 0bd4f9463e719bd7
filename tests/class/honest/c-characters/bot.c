#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "peshki.h"

char text[1000];
int at;

/* The next word of the text. */
char *word(void) {
    static char letters[100];
    int length = 0;
    while (text[at] == ' ' || text[at] == '\n' || text[at] == '\r') at++;
    while (text[at] > ' ') letters[length++] = text[at++];
    letters[length] = '\0';
    return letters;
}

int main(void) {
    FILE *file = fopen("matrix.txt", "r");
    int c, length = 0;
    while ((c = fgetc(file)) != EOF) text[length++] = c;
    fclose(file);

    char player = word()[0];
    int half_move = atoi(word());
    word();
    double left[2];
    for (int i = 0; i < 2; i++) {
        word();
        left[i] = atof(word());
    }
    for (int row = 0; row < 8; row++) {
        char *letters = word();
        for (int column = 0; column < 8; column++) board[row][column] = letters[column];
    }

    struct move moves[24];
    int count = find_moves(player, moves);
    srand(time(NULL) + half_move);
    make_move(player, moves[rand() % count]);
    left[player == 'A' ? 0 : 1] -= (double)clock() / CLOCKS_PER_SEC;

    file = fopen("matrix.txt", "w");
    fprintf(file, "%c %d %c\n", other(player), half_move + 1, winner_after(player, half_move));
    fprintf(file, "0 %lf\n0 %lf", left[0], left[1]);
    for (int row = 0; row < 8; row++) {
        fputc('\n', file);
        for (int column = 0; column < 8; column++) fputc(board[row][column], file);
    }
    fclose(file);
    return 0;
}
