/* Moves each row of numbers that the kernel has for the whole machine as far as it can in half a second,
   and prints the number at which it began, and how many it has made. */
#include "../tests/referee/offenders/offender.h"

static const double SECONDS = 0.5;

static unsigned long pipe_number(void) {
    int ends[2];
    struct stat seen = {0};
    if (pipe(ends) != 0) return 0;
    fstat(ends[0], &seen);
    close(ends[0]);
    close(ends[1]);
    return seen.st_ino;
}

static unsigned long memory_number(void) {
    struct stat seen = {0};
    int file = memfd_create("note", 0);
    fstat(file, &seen);
    close(file);
    return seen.st_ino;
}

static unsigned long file_number(void) {
    struct stat seen = {0};
    int file = open(scratch("note"), O_CREAT | O_RDWR, 0600);
    fstat(file, &seen);
    close(file);
    unlink(scratch("note"));
    return seen.st_ino;
}

static unsigned long process_number(void) {
    pid_t child = vfork();
    if (child == 0) _exit(0);
    waitpid(child, NULL, 0);
    return child;
}

static void move_row(const char *name, unsigned long (*next)(void)) {
    unsigned long first = next(), made = 1;
    for (double end = used() + SECONDS; used() < end; ++made) next();
    printf("%s %lu %lu\n", name, first, made);
    fflush(stdout);
}

int main(void) {
    move_row("pipes", pipe_number);
    move_row("memory", memory_number);
    move_row("files", file_number);
    move_row("processes", process_number);
}
