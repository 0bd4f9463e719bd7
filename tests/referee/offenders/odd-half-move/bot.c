/* Hands over a half-move that is not the other player's. */
#include "../offender.h"

int main(void) {
    struct matrix m = move();
    m.half_move += 1;
    put(&m);
}
