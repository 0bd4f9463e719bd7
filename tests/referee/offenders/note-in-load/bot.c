/* Leaves itself a note for its next turn: the load of the machine, which children that wait make heavier;
   and looks how much memory is free and how many processes there are. */
#include "../offender.h"
#include <sys/sysinfo.h>

static void leave(void) {
    for (int n = 0; n < 40; ++n)
        if (fork() == 0) {
            if (vfork() == 0) usleep(100000), _exit(0);
            _exit(0);
        }
    rest(0.1);
}

static bool sees_much(void) {
    struct sysinfo here;
    if (sysinfo(&here) != 0) return false;
    bool load = here.loads[0] || here.loads[1] || here.loads[2];
    return load || here.procs > 2 || here.freeram != here.totalram || here.bufferram || here.freeswap;
}

int main(void) {
    if (!is_first_turn()) return unless(sees_much());
    leave();
    while (wait(NULL) > 0) continue;
    play();
}
