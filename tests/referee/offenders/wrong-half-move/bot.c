/* Skips two half-moves. */
#include "../offender.h"

int main(void) {
    struct matrix m = move();
    m.half_move += 2;
    put(&m);
}
