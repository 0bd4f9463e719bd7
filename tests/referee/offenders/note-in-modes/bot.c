/* Leaves itself a note for its next turn: the permissions of folders. */
#include "../offender.h"

static void leave(const char *own) {
    const char *places[] = {"/tmp", "/dev/shm", ".", "/dev", "/bot", "/", own, "/keeper"};
    for (int n = 0; n < 8; ++n) chmod(places[n], 0711);
}

static bool found(const char *own) {
    struct stat seen;
    const char *places[] = {"/tmp", "/dev/shm", ".", "/dev", "/bot", "/", own, "/keeper"};
    for (int n = 0; n < 8; ++n)
        if (stat(places[n], &seen) == 0 && (seen.st_mode & 07777) == 0711) return true;
    return false;
}

int main(int count, char **words) {
    (void)count;
    if (!is_first_turn()) return unless(found(words[0]));
    leave(words[0]);
    play();
}
