/* A bot that does nothing wrong. */
#include "offenders/offender.h"

int main(void) {
    play();
    return 0;
}
