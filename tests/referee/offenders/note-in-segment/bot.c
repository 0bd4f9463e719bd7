/* Leaves itself a note for its next turn: a segment of shared memory. */
#include "../offender.h"
#include <sys/shm.h>

static void leave(void) {
    shmget(7777, 4096, IPC_CREAT | 0666);
}

static bool found(void) {
    return shmget(7777, 4096, 0) >= 0;
}

int main(void) {
    if (!is_first_turn()) return unless(found());
    leave();
    play();
}
