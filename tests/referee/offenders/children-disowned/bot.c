/* Thinks in many short-lived children, of whom the kernel keeps no account for their parent. */
#include "../offender.h"

int main(void) {
    signal(SIGCHLD, SIG_IGN);
    for (int n = 0; n < 2000; ++n) {
        if (fork() == 0) return burn(0.003), 0;
        wait(NULL);
    }
    play();
}
