/* Makes its move, and ends with status 1. */
#include "../offender.h"

int main(void) {
    play();
    return 1;
}
