/* Looks for files that somebody has left open for it. */
#include "../offender.h"


int main(void) {
    return unless(({
        int found = 0;
        for (int n = 3; n < 1024; ++n) found += fcntl(n, F_GETFD) >= 0;
        found > 0;
    }));
}
