/* Leaves itself a note for its next turn: a file in its home. */
#include "../offender.h"

static const char *note(void) {
    static char path[256];
    snprintf(path, sizeof path, "%s/offender-note", getenv("HOME"));
    return path;
}

static void leave(const char *own) {
    (void)own;
    close(creat(note(), 0644));
}

static bool found(const char *own) {
    (void)own;
    return access(note(), F_OK) == 0;
}

int main(int count, char **words) {
    (void)count, (void)words;
    if (!is_first_turn()) return unless(found(words[0]));
    leave(words[0]);
    play();
}
