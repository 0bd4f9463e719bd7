/* Makes its move, and is ended by a signal that has no name. */
#include "../offender.h"

int main(void) {
    play();
    raise(40);
}
