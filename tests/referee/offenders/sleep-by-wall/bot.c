/* Sleeps for longer than it has, where the time that passes is charged. */
#include "../offender.h"

int main(void) {
    rest(30);
    play();
}
