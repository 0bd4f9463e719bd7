/* Leaves blanks at the ends of lines, and empty lines: allowed. */
#include "../offender.h"

int main(void) {
    struct matrix m = move();
    put_to("matrix.txt", &m, " \t  \n\n");
}
