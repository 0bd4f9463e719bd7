/* Gives matrix.txt a second name. */
#include "../offender.h"

int main(void) {
    play();
    return link("matrix.txt", "again.txt");
}
