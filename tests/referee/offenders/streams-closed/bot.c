/* Closes its standard streams and works on for a while: allowed. */
#include "../offender.h"

int main(void) {
    for (int n = 0; n < 3; ++n) close(n);
    rest(0.05);
    play();
}
