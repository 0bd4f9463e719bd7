/* Gives its first process the lowest priority of all, and keeps every processor busy. */
#include "../offender.h"
#include <sys/resource.h>

int main(void) {
    struct sched_param none = {0};
    for (int n = 0; n < 60; ++n)
        if (fork() == 0)
            for (;;) continue;
    setpriority(PRIO_PROCESS, 1, 19);
    sched_setscheduler(1, SCHED_IDLE, &none);
    for (;;) continue;
}
