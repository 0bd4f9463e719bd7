/* Hands the move to a daemon, and ends: the daemon is not waited for. */
#include "../offender.h"

int main(void) {
    if (fork() != 0) return 0;
    setsid();
    rest(0.05);
    play();
}
