#include <conio.h>
#include <process.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <windows.h>

char board[20][40];
int rows, best_row;

void __cdecl think(void *nothing) {
    Sleep(30);
    for (best_row = 0; strchr(board[best_row], 'o') == NULL; best_row++) continue;
}

int main(void) {
    char player, winner, other;
    int half_move;
    double left[2];

    FILE *file = fopen("matrix.txt", "rt");
    fscanf(file, "%c %d %c 0 %lf 0 %lf", &player, &half_move, &winner, &left[0], &left[1]);
    while (fscanf(file, "%s", board[rows]) == 1 && strcmp(board[rows], "game") != 0) rows++;
    fclose(file);

    HANDLE thread = (HANDLE)_beginthread(think, 0, NULL);
    WaitForSingleObject(thread, INFINITE);
    *strrchr(board[best_row], 'o') = '-';
    other = player == 'A' ? 'B' : 'A';
    if (board[rows - 1][0] == '-') winner = other;
    _cprintf("I have eaten a chip of row %d\r\n", best_row + 1);

    left[player == 'B'] -= (double)clock() / CLOCKS_PER_SEC; /* since the start, sleep too */
    file = fopen("matrix.txt", "wt");
    fprintf(file, "%c %d %c\n0 %.2lf\n0 %.2lf\n", other, half_move + 1, winner, left[0], left[1]);
    for (int i = 0; i < rows; i++) fprintf(file, "%s\n", board[i]);
    fprintf(file, "game chomp\n");
    fclose(file);
    return 0;
}
