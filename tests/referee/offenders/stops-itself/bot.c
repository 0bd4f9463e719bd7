/* Stops itself, so that it neither runs nor ends. */
#include "../offender.h"

int main(void) {
    raise(SIGSTOP);
    play();
}
