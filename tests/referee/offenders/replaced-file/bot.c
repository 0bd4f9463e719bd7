/* Writes another file and puts it in the place of matrix.txt, as careful programs do: allowed. */
#include "../offender.h"

int main(void) {
    struct matrix m = move();
    put_to("matrix.new", &m, "\n");
    return rename("matrix.new", "matrix.txt");
}
