/* Leaves itself a note for its next turn: a folder in which is a folder that nobody may open, and
   that only its owner, after a change of permissions, can move. */
#include "../offender.h"

static void leave(void) {
    char path[600];
    mkdir(scratch("note"), 0755);
    snprintf(path, sizeof path, "%s/locked", scratch("note"));
    mkdir(path, 0);
}

static bool found(void) {
    return access(scratch("note"), F_OK) == 0;
}

int main(void) {
    if (!is_first_turn()) return unless(found());
    leave();
    play();
}
