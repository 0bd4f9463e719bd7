/* Leaves itself a note for its next turn: a message queue. */
#include "../offender.h"
#include <mqueue.h>

static void leave(void) {
    mq_open("/offender-note", O_CREAT | O_RDWR, 0666, NULL);
}

static bool found(void) {
    return mq_open("/offender-note", O_RDONLY) >= 0;
}

int main(void) {
    if (!is_first_turn()) return unless(found());
    leave();
    play();
}
