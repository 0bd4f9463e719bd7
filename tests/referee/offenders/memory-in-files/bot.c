/* Takes memory by files in memory that have no name. */
#include "../offender.h"
#include <sys/mman.h>

int main(void) {
    static char block[1 << 20];
    for (int n = 0; n < 4; ++n) {
        int file = memfd_create("more", 0);
        for (int written = 0; written < 60; ++written)
            if (write(file, block, sizeof block) < 0) return 1;
    }
    play();
}
