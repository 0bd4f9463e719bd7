/* Takes an enemy piece off the board beside its move. */
#include "../offender.h"

int main(void) {
    struct matrix m = move();
    m.row[1][0] = '-';
    put(&m);
}
