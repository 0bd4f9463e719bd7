/* Takes away every permission from matrix.txt and its folder, leaving a file in it. */
#include "../offender.h"

int main(void) {
    play();
    close(creat("notes.txt", 0));
    chmod("matrix.txt", 0);
    return chmod(".", 0);
}
