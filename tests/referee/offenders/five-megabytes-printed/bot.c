/* Prints 5 MB: allowed. */
#include "../offender.h"

int main(void) {
    static char line[5 << 20];
    memset(line, 33, sizeof line);
    fwrite(line, 1, sizeof line, stdout);
    fwrite(line, 1, sizeof line, stderr);
    play();
}
