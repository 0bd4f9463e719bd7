/* Fills all that it can write to: these are file systems in memory that go with the turn. */
#include "../offender.h"

static void fill(const char *name) {
    static char block[1 << 18];
    int file = open(name, O_WRONLY | O_CREAT, 0644);
    while (write(file, block, sizeof block) > 0) continue;
}

int main(void) {
    char name[64];
    signal(SIGXFSZ, SIG_IGN);
    for (int n = 0; n < 9; ++n) {
        snprintf(name, sizeof name, "offender-note-%d", n);
        fill(scratch(name));
        snprintf(name, sizeof name, "/dev/shm/offender-note-%d", n);
        fill(name);
    }
    play();
}
