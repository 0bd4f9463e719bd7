/* Leaves itself a note for its next turn: a file in /dev/shm. */
#include "../offender.h"

static void leave(void) {
    close(creat("/dev/shm/offender-note", 0644));
}

static bool found(void) {
    return access("/dev/shm/offender-note", F_OK) == 0;
}

int main(void) {
    if (!is_first_turn()) return unless(found());
    leave();
    play();
}
