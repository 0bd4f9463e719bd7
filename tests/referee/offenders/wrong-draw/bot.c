/* Writes a draw, in the middle of the game. */
#include "../offender.h"

int main(void) {
    struct matrix m = move();
    m.winner = 'D';
    put(&m);
}
