/* Leaves itself a note for its next turn: the names of the machine and its domain. */
#include "../offender.h"

static void leave(void) {
    if (sethostname("offender", 8) != 0 && setdomainname("offender", 8) != 0) return;
}

static bool found(void) {
    char name[65];
    gethostname(name, sizeof name);
    return strcmp(name, "offender") == 0;
}

int main(void) {
    if (!is_first_turn()) return unless(found());
    leave();
    play();
}
