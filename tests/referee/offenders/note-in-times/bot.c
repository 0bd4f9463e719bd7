/* Leaves itself a note for its next turn: the times of folders. */
#include "../offender.h"

static void leave(const char *own) {
    struct timespec times[2] = {{1000, 0}, {1000, 0}};
    const char *places[] = {"/tmp", "/dev/shm", ".", "..", "/dev", "/bot", "/", "/proc", own, "/keeper"};
    for (int n = 0; n < 10; ++n) utimensat(AT_FDCWD, places[n], times, 0);
}

static bool found(const char *own) {
    struct stat seen;
    const char *places[] = {"/tmp", "/dev/shm", ".", "..", "/dev", "/bot", "/", "/proc", own, "/keeper"};
    for (int n = 0; n < 10; ++n)
        if (stat(places[n], &seen) == 0 && seen.st_mtime == 1000) return true;
    return false;
}

int main(int count, char **words) {
    (void)count;
    if (!is_first_turn()) return unless(found(words[0]));
    leave(words[0]);
    play();
}
