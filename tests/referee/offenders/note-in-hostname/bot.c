/* Leaves itself a note for its next turn: the names of the machine and its domain. */
#include "../offender.h"

static void leave(const char *own) {
    (void)own;
    if (sethostname("offender", 8) != 0 && setdomainname("offender", 8) != 0) return;
}

static bool found(const char *own) {
    (void)own;
    char name[65];
    gethostname(name, sizeof name);
    return strcmp(name, "offender") == 0;
}

int main(int count, char **words) {
    (void)count, (void)words;
    if (!is_first_turn()) return unless(found(words[0]));
    leave(words[0]);
    play();
}
