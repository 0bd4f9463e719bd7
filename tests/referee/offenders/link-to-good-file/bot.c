/* Writes a good file elsewhere, and links to it. */
#include "../offender.h"

int main(void) {
    struct matrix m = move();
    put_to(scratch("offender-note"), &m, "\n");
    unlink("matrix.txt");
    return symlink(scratch("offender-note"), "matrix.txt");
}
