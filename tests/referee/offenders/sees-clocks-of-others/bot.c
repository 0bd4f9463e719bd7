/* Reads how long processes have run that are not its own: that of its keeper grows with all that it hears. */
#include "../offender.h"

enum { MOST = 70000 };

static bool has_clock(pid_t process) {
    struct timespec ran;
    clockid_t clock = ~(unsigned)process << 3 | 2;
    return clock_gettime(clock, &ran) == 0;
}

int main(void) {
    int found = getppid() > 1 && has_clock(getppid());
    for (pid_t process = 2; process < MOST && !found; ++process)
        found = process != getpid() && has_clock(process);
    struct timespec own;
    return unless(found || clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &own) != 0 || !has_clock(0));
}
