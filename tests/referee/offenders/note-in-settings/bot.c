/* Leaves itself a note for its next turn: settings of the kernel. */
#include "../offender.h"

static void leave(void) {
    const char *places[] = {"/proc/sys/kernel/ns_last_pid", "/proc/sys/kernel/shmmni", "/proc/sys/fs/mqueue/msg_max",
                            "/proc/sys/net/ipv4/ping_group_range", "/proc/sys/kernel/domainname"};
    for (int n = 0; n < 5; ++n) {
        int file = open(places[n], O_WRONLY);
        if (write(file, "77\\n", 3) > 0) exit(GOT_THROUGH);
    }
}

static bool found(void) {
    return false;
}

int main(void) {
    if (!is_first_turn()) return unless(found());
    leave();
    play();
}
