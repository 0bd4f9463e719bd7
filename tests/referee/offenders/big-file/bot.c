/* Writes a file that is too large for its temporary folder. */
#include "../offender.h"

int main(void) {
    static char block[1 << 20];
    int file = creat(scratch("offender-note"), 0644);
    for (int n = 0; n < 100; ++n)
        if (write(file, block, sizeof block) < 0) return 1;
    play();
}
