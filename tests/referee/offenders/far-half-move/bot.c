/* Writes a half-move far beyond the end of the game. */
#include "../offender.h"

int main(void) {
    struct matrix m = move();
    m.half_move = 1000;
    put(&m);
}
