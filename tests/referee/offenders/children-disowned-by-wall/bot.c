/* Thinks beside short-lived children of whom it is told nothing, so that it seems to wait for them. */
#include "../offender.h"

static void think_in_children(void) {
    signal(SIGCHLD, SIG_IGN);
    for (;;) {
        for (int n = 0; n < 8; ++n)
            if (fork() == 0) burn(0.003), _exit(0);
        wait(NULL);
    }
}

int main(void) {
    if (fork() == 0) think_in_children();
    for (;;) continue;
}
