/* Kills and stops all that it can, the process that waits for it above all. */
#include "../offender.h"

int main(void) {
    for (int number = 1; number < 65; ++number) kill(1, number);
    kill(getppid(), SIGKILL);
    kill(-1, SIGKILL);
    kill(-1, SIGSTOP);
    play();
}
