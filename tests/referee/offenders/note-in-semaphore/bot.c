/* Leaves itself a note for its next turn: a semaphore. */
#include "../offender.h"
#include <sys/sem.h>

static void leave(void) {
    semget(7777, 1, IPC_CREAT | 0666);
}

static bool found(void) {
    return semget(7777, 1, 0) >= 0;
}

int main(void) {
    if (!is_first_turn()) return unless(found());
    leave();
    play();
}
