/* Leaves itself a note for its next turn: a file in its home. */
#include "../offender.h"

static const char *note(void) {
    static char path[256];
    snprintf(path, sizeof path, "%s/offender-note", getenv("HOME"));
    return path;
}

static void leave(void) {
    close(creat(note(), 0644));
}

static bool found(void) {
    return access(note(), F_OK) == 0;
}

int main(void) {
    if (!is_first_turn()) return unless(found());
    leave();
    play();
}
