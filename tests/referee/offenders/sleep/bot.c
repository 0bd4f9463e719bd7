/* Sleeps away more time than it has, though it uses no processor time. */
#include "../offender.h"

int main(void) {
    rest(30);
    play();
}
