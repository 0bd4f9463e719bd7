/* A student's first bot, in the pieces of which each program here puts one wrong.

   It makes the first legal move of MMPeshki that it finds. `play()` does all of it right. */

#ifndef BOT_H
#define BOT_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define UNUSED __attribute__((unused)) static

static char player, winner;
static int number, points_a, points_b;
static double time_a, time_b;
static char board[8][12]; /* board[0] is the top row */

UNUSED char other(char side) { return side == 'A' ? 'B' : 'A'; }

UNUSED int ahead(char side) { return side == 'A' ? -1 : 1; }

UNUSED char cell(int row, int column) {
    return row < 0 || row > 7 || column < 0 || column > 7 ? '*' : board[row][column];
}

UNUSED void read_from(const char *name) {
    FILE *file = fopen(name, "r");
    if (fscanf(file, " %c %d %c %d %lf %d %lf", &player, &number, &winner, &points_a, &time_a,
               &points_b, &time_b) != 7) exit(2);
    for (int row = 0; row < 8; row++)
        if (fscanf(file, "%8s", board[row]) != 1) exit(3);
    fclose(file);
}

/* How far a piece can go that way: 1 is a step, 2 a capture, 0 that it cannot. */
UNUSED int reach(char side, int row, int column, int right) {
    int up = ahead(side);
    if (cell(row, column) != side) return 0;
    if (cell(row + up, column + right) == '-') return 1;
    if (cell(row + up, column + right) != other(side)) return 0;
    return cell(row + 2 * up, column + 2 * right) == '-' ? 2 : 0;
}

/* The first move of that side, captures first; it is only looked for if it is not to be made. */
UNUSED int move(char side, int make) {
    for (int far = 2; far; far--)
        for (int row = 0; row < 8; row++)
            for (int column = 0; column < 8; column++)
                for (int right = -1; right <= 1; right++) {
                    if (reach(side, row, column, right) != far) continue;
                    if (!make) return 1;
                    board[row][column] = '-';
                    if (far == 2) board[row + ahead(side)][column + right] = '-';
                    board[row + far * ahead(side)][column + far * right] = side;
                    return 1;
                }
    return 0;
}

UNUSED int arrived(char side) { return strchr(board[side == 'A' ? 0 : 7], side) != NULL; }

UNUSED void decide(void) {
    if (!move(other(player), 0)) winner = other(player);
    else if (arrived(player)) winner = player;
    else if (number == 60) winner = 'D';
}

UNUSED double used(void) { return (double)clock() / CLOCKS_PER_SEC; }

/* Thinks for so many seconds of processor time. */
UNUSED void think(double seconds) {
    while (used() < seconds) continue;
}

UNUSED void lower_time(void) {
    if (player == 'A') time_a -= used();
    else time_b -= used();
}

UNUSED void hand_over(void) {
    lower_time();
    player = other(player);
    number++;
}

UNUSED void write_header(FILE *file) {
    fprintf(file, "%c %d %c\n%d %f\n%d %f\n", player, number, winner, points_a, time_a, points_b,
            time_b);
}

UNUSED void write_board(FILE *file) {
    for (int row = 0; row < 8; row++) fprintf(file, "%s\n", board[row]);
}

UNUSED void write_to(const char *name) {
    FILE *file = fopen(name, "w");
    write_header(file);
    write_board(file);
    fclose(file);
}

UNUSED void play(void) {
    read_from("matrix.txt");
    move(player, 1);
    decide();
    hand_over();
    write_to("matrix.txt");
}

#endif
