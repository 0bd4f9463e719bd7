/* Puts its piece onto the far row and writes that it has won. */
#include "../offender.h"

int main(void) {
    struct matrix m = move();
    m.row[0][0] = 'A';
    m.winner = 'A';
    put(&m);
}
