/* Makes more temporary files than are allowed, and plays whether or not the system refuses. */
#include "../offender.h"

int main(void) {
    char name[32];
    for (int n = 0; n < 20000; ++n) {
        snprintf(name, sizeof name, "%d", n);
        int file = open(scratch(name), O_WRONLY | O_CREAT, 0644);
        if (file < 0) break;
        close(file);
    }
    rest(0.2);
    play();
}
