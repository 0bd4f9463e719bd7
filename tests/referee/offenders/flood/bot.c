/* Prints without an end, faster than anybody reads, from many processes. */
#include "../offender.h"

int main(void) {
    static char block[1 << 16];
    for (int n = 0; n < 4; ++n)
        if (fork() == 0) break;
    for (;;)
        if (write(1, block, sizeof block) < 0) return 1;
}
