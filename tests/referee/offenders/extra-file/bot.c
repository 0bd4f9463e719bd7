/* Leaves a file beside matrix.txt. */
#include "../offender.h"

int main(void) {
    play();
    close(creat("notes.txt", 0644));
}
