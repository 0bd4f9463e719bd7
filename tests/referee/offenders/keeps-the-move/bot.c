/* Keeps the right to move. */
#include "../offender.h"

int main(void) {
    struct matrix m = move();
    m.player = 'A';
    m.half_move = 3;
    put(&m);
}
