#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "peshki.h"

int main(void) {
    int file = open("matrix.txt", O_RDWR);
    struct stat info;
    fstat(file, &info);
    char *map = mmap(NULL, info.st_size, PROT_READ, MAP_PRIVATE, file, 0);

    char player, winner;
    int half_move, points[2], length;
    double left[2];
    sscanf(map, "%c %d %c %d %lf %d %lf %n", &player, &half_move, &winner, &points[0], &left[0],
           &points[1], &left[1], &length);
    for (int row = 0; row < 8; row++) memcpy(board[row], map + length + row * 9, 8);
    munmap(map, info.st_size);

    struct move moves[24];
    find_moves(player, moves);
    make_move(player, moves[0]);
    left[player == 'B'] -= clock() / (double)CLOCKS_PER_SEC;

    char text[1000];
    length = sprintf(text, "%c %d %c\n0 %f\n0 %f\n", other(player), half_move + 1,
                     winner_after(player, half_move), left[0], left[1]);
    for (int row = 0; row < 8; row++) length += sprintf(text + length, "%.8s\n", board[row]);

    ftruncate(file, length);
    map = mmap(NULL, length, PROT_WRITE, MAP_SHARED, file, 0);
    memcpy(map, text, length);
    munmap(map, length);
    close(file);
    return 0;
}
