#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

char board[16][20], footer[10][100];
int size;

char other(char player) { return player == 'A' ? 'B' : 'A'; }

/* Marks what the player can reach from here: all round it, and on over what he has killed. */
void look_round(char player, int row, int column, char reached[16][16]) {
    for (int r = row - 1; r <= row + 1; r++)
        for (int c = column - 1; c <= column + 1; c++) {
            if (r < 0 || r >= size || c < 0 || c >= size || reached[r][c]) continue;
            reached[r][c] = 1;
            if (board[r][c] == tolower(other(player))) look_round(player, r, c, reached);
        }
}

int count(char symbol) {
    int sum = 0;
    for (int r = 0; r < size; r++)
        for (int c = 0; c < size; c++) sum += board[r][c] == symbol;
    return sum;
}

int step(char player) {
    char reached[16][16] = {0};
    int bottom = player == 'A' ? size - 1 : 0;
    if (count(player) + count(tolower(player)) == 0) reached[bottom][size - 1 - bottom] = 1;
    for (int r = 0; r < size; r++)
        for (int c = 0; c < size; c++)
            if (board[r][c] == player) look_round(player, r, c, reached);
    for (const char *wanted = player == 'A' ? "B-" : "A-"; *wanted; wanted++)
        for (int r = 0; r < size; r++)
            for (int c = 0; c < size; c++)
                if (reached[r][c] && board[r][c] == *wanted) {
                    board[r][c] = *wanted == '-' ? player : tolower(*wanted);
                    return 1;
                }
    return 0;
}

int main(void) {
    char player, winner, line[100];
    int half_move, lines = 0, has_passed = 0;
    double left[2];

    FILE *file = fopen("matrix.txt", "r");
    fscanf(file, "%c %d %c 0 %lf 0 %lf", &player, &half_move, &winner, &left[0], &left[1]);
    while (fscanf(file, "%s", line) == 1 && strcmp(line, "game") != 0) strcpy(board[size++], line);
    strcpy(footer[lines++], "game");
    while (fgets(footer[lines], 100, file)) {
        if (strncmp(footer[lines], "last pass", 9) == 0) has_passed = 1;
        lines++;
    }
    fclose(file);

    int had_live = count(other(player)), steps = 0, done = 0;
    while (steps < 3 && !done && step(player)) {
        steps++;
        done = had_live && count(other(player)) == 0;
    }
    if (done) winner = player;
    if (steps == 0 && has_passed) winner = 'D';
    left[player == 'B'] -= clock() / (double)CLOCKS_PER_SEC;

    file = fopen("matrix.txt", "w");
    fprintf(file, "%c %d %c\n0 %f\n0 %f\n", other(player), half_move + 1, winner, left[0], left[1]);
    for (int r = 0; r < size; r++) fprintf(file, "%s\n", board[r]);
    for (int i = 0; i < lines && strncmp(footer[i], "last", 4) != 0; i++) fputs(footer[i], file);
    fclose(file);
    return 0;
}
