/* Leaves itself a note for its next turn: a terminal of its own. */
#include "../offender.h"
#include <sys/ioctl.h>

static void leave(const char *own) {
    (void)own;
    int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    grantpt(terminal);
    unlockpt(terminal);
    if (fork() == 0) pause();
}

static bool found(const char *own) {
    (void)own;
    return open("/dev/pts/0", O_RDWR | O_NOCTTY) >= 0;
}

int main(int count, char **words) {
    (void)count, (void)words;
    if (!is_first_turn()) return unless(found(words[0]));
    leave(words[0]);
    play();
}
