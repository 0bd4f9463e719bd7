/* Leaves itself a note for its next turn: a file in /tmp. */
#include "../offender.h"

static void leave(const char *own) {
    (void)own;
    close(creat(scratch("offender-note"), 0644));
}

static bool found(const char *own) {
    (void)own;
    return access(scratch("offender-note"), F_OK) == 0;
}

int main(int count, char **words) {
    (void)count, (void)words;
    if (!is_first_turn()) return unless(found(words[0]));
    leave(words[0]);
    play();
}
