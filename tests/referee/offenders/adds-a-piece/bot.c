/* Puts one more piece of its own on the board. */
#include "../offender.h"

int main(void) {
    struct matrix m = move();
    m.row[6][0] = 'A';
    put(&m);
}
