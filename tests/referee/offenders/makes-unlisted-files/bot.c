/* Makes more temporary files than are allowed, in a folder that nobody may list. */
#include "../offender.h"

int main(void) {
    char path[600];
    mkdir(scratch("unlisted"), 0300);
    for (int n = 0; n < 20000; ++n) {
        snprintf(path, sizeof path, "%s/%d", scratch("unlisted"), n);
        int file = open(path, O_WRONLY | O_CREAT, 0644);
        if (file < 0) break;
        close(file);
    }
    rest(0.2);
    play();
}
