/* Ignores every signal that can be ignored, and blocks the rest. */
#include "../offender.h"

int main(void) {
    sigset_t all;
    for (int number = 1; number < 65; ++number) signal(number, SIG_IGN);
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    for (;;) rest(1);
}
