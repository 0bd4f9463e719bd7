/* Leaves a hidden folder beside matrix.txt, and an ugly name in it. */
#include "../offender.h"

int main(void) {
    play();
    mkdir(".notes", 0700);
    mkdir("..\033[31m\n", 0);
}
