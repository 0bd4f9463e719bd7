/* Makes matrix.txt 10 MB long, as far as it is let. */
#include "../offender.h"

int main(void) {
    static char block[1 << 20];
    memset(block, '-', sizeof block);
    int file = open("matrix.txt", O_WRONLY | O_APPEND);
    for (int n = 0; n < 10; ++n)
        if (write(file, block, sizeof block) < 0) break;
    return 0;
}
