/* Wins, and does not write it. */
#include "../offender.h"

int main(void) {
    struct matrix m = move();
    m.winner = 'U';
    put(&m);
}
