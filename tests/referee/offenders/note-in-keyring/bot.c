/* Leaves itself a note for its next turn: a key in the kernel. */
#include "../offender.h"

/* The keyrings of a user, a user session, a session, a process and a thread. */
static void leave(void) {
    for (int ring = -5; ring < 0; ++ring) syscall(SYS_add_key, "user", "offender-note", "x", 1L, ring);
}

static bool found(void) {
    long key = syscall(SYS_request_key, "user", "offender-note", NULL, 0);
    for (int ring = -5; ring < 0; ++ring)
        if (syscall(SYS_keyctl, 10, ring, "user", "offender-note", 0) > 0) return true;
    return key > 0;
}

int main(void) {
    if (!is_first_turn()) return unless(found());
    leave();
    play();
}
