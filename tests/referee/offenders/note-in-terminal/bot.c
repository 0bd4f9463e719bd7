/* Leaves itself a note for its next turn: a terminal of its own. */
#include "../offender.h"
#include <sys/ioctl.h>

static void leave(void) {
    int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    grantpt(terminal);
    unlockpt(terminal);
    if (fork() == 0) pause();
}

static bool found(void) {
    return open("/dev/pts/0", O_RDWR | O_NOCTTY) >= 0;
}

int main(void) {
    if (!is_first_turn()) return unless(found());
    leave();
    play();
}
