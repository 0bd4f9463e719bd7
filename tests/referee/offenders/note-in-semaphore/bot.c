/* Leaves itself a note for its next turn: a semaphore. */
#include "../offender.h"
#include <sys/sem.h>

static void leave(const char *own) {
    (void)own;
    semget(7777, 1, IPC_CREAT | 0666);
}

static bool found(const char *own) {
    (void)own;
    return semget(7777, 1, 0) >= 0;
}

int main(int count, char **words) {
    (void)count, (void)words;
    if (!is_first_turn()) return unless(found(words[0]));
    leave(words[0]);
    play();
}
