/* Takes too much memory, though none of its processes does. */
#include "../offender.h"

int main(void) {
    for (int n = 0; n < 20; ++n)
        if (fork() == 0) {
            memset(malloc(10 << 20), 1, 10 << 20);
            pause();
        }
    pause();
}
