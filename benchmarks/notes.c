/* Moves each counter that the kernel keeps for the whole machine as far as it can in half a second;
   prints the first number and the count of numbers taken. */
#include "../tests/referee/offenders/offender.h"

static const double SECONDS = 0.5;

static unsigned long pipe_number(void) {
    int ends[2];
    struct stat status = {0};
    if (pipe(ends) != 0) return 0;
    fstat(ends[0], &status);
    close(ends[0]);
    close(ends[1]);
    return status.st_ino;
}

static unsigned long memory_number(void) {
    struct stat status = {0};
    int file = memfd_create("note", 0);
    fstat(file, &status);
    close(file);
    return status.st_ino;
}

static unsigned long file_number(void) {
    struct stat status = {0};
    int file = open(scratch("note"), O_CREAT | O_RDWR, 0600);
    fstat(file, &status);
    close(file);
    unlink(scratch("note"));
    return status.st_ino;
}

static unsigned long process_number(void) {
    pid_t child = vfork();
    if (child == 0) _exit(0);
    waitpid(child, NULL, 0);
    return child;
}

static void move_counter(const char *name, unsigned long (*next)(void)) {
    unsigned long first = next(), made = 1;
    for (double end = used() + SECONDS; used() < end; ++made) next();
    printf("%s %lu %lu\n", name, first, made);
    fflush(stdout);
}

int main(void) {
    move_counter("pipes", pipe_number);
    move_counter("memory", memory_number);
    move_counter("files", file_number);
    move_counter("processes", process_number);
}
