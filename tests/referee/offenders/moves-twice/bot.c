/* Makes a second move with the same colour. */
#include "../offender.h"

int main(void) {
    struct matrix m = move();
    m.player = 'A';
    step(&m);
    m.player = 'B';
    put(&m);
}
