#include <stdio.h>
#include <string.h>
#include <windows.h>

char board[20][40];

double seconds(FILETIME time) {
    return (time.dwHighDateTime * 4294967296.0 + time.dwLowDateTime) / 1e7;
}

int main(void) {
    char player, winner, other;
    int half_move, rows = 0, row = 0;
    double left[2];
    FILETIME created, ended, kernel, user;

    FILE *file = fopen("matrix.txt", "r");
    fscanf(file, "%c %d %c 0 %lf 0 %lf", &player, &half_move, &winner, &left[0], &left[1]);
    while (fscanf(file, "%39s", board[rows]) == 1 && strcmp(board[rows], "game") != 0) rows++;
    fclose(file);

    /* Eat the last chip of the highest row that has one. */
    while (strchr(board[row], 'o') == NULL) row++;
    *strrchr(board[row], 'o') = '-';
    other = player == 'A' ? 'B' : 'A';
    if (board[rows - 1][0] == '-') winner = other;

    GetProcessTimes(GetCurrentProcess(), &created, &ended, &kernel, &user);
    left[player - 'A'] -= seconds(kernel) + seconds(user);

    file = fopen("new.txt", "w");
    fprintf(file, "%c %d %c\n0 %g\n0 %g\n", other, half_move + 1, winner, left[0], left[1]);
    for (row = 0; row < rows; row++) fprintf(file, "%s\n", board[row]);
    fclose(file);
    MoveFileExA("new.txt", "matrix.txt", MOVEFILE_REPLACE_EXISTING);
    return 0;
}
