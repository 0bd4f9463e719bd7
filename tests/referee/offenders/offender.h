/* What offenders have in common: they can read matrix.txt and play well before they misbehave.

   `play()` makes the first legal move of MMPeshki and writes an honest file. The parts of it are
   there by themselves, for those who play well but for one thing. An offender whose attempt
   succeeds says so by ending with `GOT_THROUGH`; one whose attempt is refused plays on. */

#ifndef OFFENDER_H
#define OFFENDER_H

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { GOT_THROUGH = 77, SIZE = 8 };

struct matrix {
    char player, winner;
    int half_move, points[2];
    double time[2];
    char row[SIZE][SIZE + 2]; /* row[0] is the top one */
};

#define MAYBE_UNUSED __attribute__((unused)) static

MAYBE_UNUSED struct matrix look(void) {
    struct matrix m;
    FILE *file = fopen("matrix.txt", "r");
    if (file == NULL || fscanf(file, " %c %d %c", &m.player, &m.half_move, &m.winner) != 3) exit(70);
    for (int n = 0; n < 2; ++n)
        if (fscanf(file, "%d %lf", &m.points[n], &m.time[n]) != 2) exit(71);
    for (int n = 0; n < SIZE; ++n)
        if (fscanf(file, "%9s", m.row[n]) != 1) exit(72);
    fclose(file);
    return m;
}

MAYBE_UNUSED bool is_first_turn(void) { return look().half_move <= 2; }

/* The first step forward that is free, from the bottom left; captures where there is none. */
MAYBE_UNUSED bool step(struct matrix *m) {
    char own = m->player, foe = own == 'A' ? 'B' : 'A';
    int up = own == 'A' ? -1 : 1;
    for (int far = 1; far <= 2; ++far)
        for (int place = 0; place < SIZE * SIZE; ++place)
            for (int right = -1; right <= 1; ++right) {
                int row = SIZE - 1 - place / SIZE, column = place % SIZE;
                int to_row = row + far * up, to_column = column + far * right;
                if (to_row < 0 || to_row >= SIZE || to_column < 0 || to_column >= SIZE) continue;
                if (m->row[row][column] != own || m->row[to_row][to_column] != '-') continue;
                char *over = &m->row[row + up][column + right];
                if (far == 2 && *over != foe) continue;
                if (far == 2) *over = '-';
                m->row[row][column] = '-';
                m->row[to_row][to_column] = own;
                return true;
            }
    return false;
}

MAYBE_UNUSED double used(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec + now.tv_nsec / 1e9;
}

/* Hands the matrix over: who wins is known by the far row alone, which is enough for these. */
MAYBE_UNUSED void hand_over(struct matrix *m) {
    m->time[m->player == 'B'] -= used();
    if (strchr(m->row[m->player == 'A' ? 0 : SIZE - 1], m->player)) m->winner = m->player;
    m->player = m->player == 'A' ? 'B' : 'A';
    m->half_move += 1;
}

MAYBE_UNUSED struct matrix move(void) {
    struct matrix m = look();
    step(&m);
    hand_over(&m);
    return m;
}

MAYBE_UNUSED void put_to(const char *name, const struct matrix *m, const char *line_end) {
    FILE *file = fopen(name, "w");
    if (file == NULL) exit(73);
    fprintf(file, "%c %d %c%s", m->player, m->half_move, m->winner, line_end);
    for (int n = 0; n < 2; ++n) fprintf(file, "%d %.6f%s", m->points[n], m->time[n], line_end);
    for (int n = 0; n < SIZE; ++n) fprintf(file, "%s%s", m->row[n], line_end);
    fclose(file);
}

MAYBE_UNUSED void put(const struct matrix *m) { put_to("matrix.txt", m, "\n"); }

MAYBE_UNUSED void play(void) {
    struct matrix m = move();
    put(&m);
}

/* A name where temporary files belong: in $TMPDIR if there is one, as a program should do. */
MAYBE_UNUSED const char *scratch(const char *name) {
    static char path[512];
    const char *folder = getenv("TMPDIR");
    snprintf(path, sizeof path, "%s/%s", folder ? folder : "/tmp", name);
    return path;
}

MAYBE_UNUSED double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

MAYBE_UNUSED void burn(double seconds) {
    for (double end = used() + seconds; used() < end;) continue;
}

MAYBE_UNUSED void rest(double seconds) { usleep((useconds_t)(seconds * 1e6)); }

/* Plays on if an attempt was refused, and tells of it if it was not. */
MAYBE_UNUSED int unless(bool got_through) {
    if (got_through) return GOT_THROUGH;
    play();
    return 0;
}

#endif
