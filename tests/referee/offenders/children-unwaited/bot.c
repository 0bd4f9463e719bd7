/* Thinks in children that nobody waits for. */
#include "../offender.h"

int main(void) {
    for (int n = 0; n < 8; ++n) {
        siginfo_t info;
        pid_t child = fork();
        if (child == 0) return burn(0.1), 0;
        waitid(P_PID, child, &info, WEXITED | WNOWAIT);
    }
    play();
}
