/* Makes its move, and reads where there is no memory. */
#include "../offender.h"

int main(void) {
    play();
    return *(volatile int *)NULL;
}
