/* Lets a child take too much memory and be killed for it, and plays on. */
#include "../offender.h"

int main(void) {
    if (fork() == 0)
        for (;;) memset(malloc(1 << 20), 1, 1 << 20);
    wait(NULL);
    play();
}
