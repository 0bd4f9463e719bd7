/* Leaves itself a note for its next turn: a segment of shared memory. */
#include "../offender.h"
#include <sys/shm.h>

static void leave(const char *own) {
    (void)own;
    shmget(7777, 4096, IPC_CREAT | 0666);
}

static bool found(const char *own) {
    (void)own;
    return shmget(7777, 4096, 0) >= 0;
}

int main(int count, char **words) {
    (void)count, (void)words;
    if (!is_first_turn()) return unless(found(words[0]));
    leave(words[0]);
    play();
}
