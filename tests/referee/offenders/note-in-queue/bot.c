/* Leaves itself a note for its next turn: a message queue. */
#include "../offender.h"
#include <mqueue.h>

static void leave(const char *own) {
    (void)own;
    mq_open("/offender-note", O_CREAT | O_RDWR, 0666, NULL);
}

static bool found(const char *own) {
    (void)own;
    return mq_open("/offender-note", O_RDONLY) >= 0;
}

int main(int count, char **words) {
    (void)count, (void)words;
    if (!is_first_turn()) return unless(found(words[0]));
    leave(words[0]);
    play();
}
