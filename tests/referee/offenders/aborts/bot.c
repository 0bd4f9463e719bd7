/* Makes its move, and gives up. */
#include "../offender.h"

int main(void) {
    play();
    abort();
}
