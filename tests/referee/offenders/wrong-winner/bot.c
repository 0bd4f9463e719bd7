/* Writes that it has won, in the middle of the game. */
#include "../offender.h"

int main(void) {
    struct matrix m = move();
    m.winner = 'A';
    put(&m);
}
