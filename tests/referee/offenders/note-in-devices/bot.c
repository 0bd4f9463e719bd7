/* Leaves itself a note for its next turn: the times of devices, which anybody who may write to them may touch. */
#include "../offender.h"

static const char *places[] = {
    "/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty", "/dev/console",
};

static double touched(const char *place) {
    struct stat seen;
    return stat(place, &seen) == 0 ? seen.st_mtim.tv_sec + seen.st_mtim.tv_nsec / 1e9 : 0;
}

static void leave(void) {
    rest(0.02);
    utimensat(AT_FDCWD, "/dev/pts/ptmx", NULL, 0);
    for (size_t n = 0; n < sizeof places / sizeof *places; ++n) utimensat(AT_FDCWD, places[n], NULL, 0);
}

/* The terminals are as old as the sandbox, the rest is as old as the host. */
static bool found(void) {
    if (touched("/dev/pts/ptmx") > touched("/dev/pts") + 0.01) return true;
    for (size_t n = 0; n < sizeof places / sizeof *places; ++n)
        if (touched(places[n]) > time(NULL) - 2) return true;
    return false;
}

int main(void) {
    if (!is_first_turn()) return unless(found());
    leave();
    play();
}
