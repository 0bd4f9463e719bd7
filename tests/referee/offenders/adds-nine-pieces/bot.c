/* Puts so many pieces on the board that no position has them. */
#include "../offender.h"

int main(void) {
    struct matrix m = move();
    memcpy(m.row[6], "AAAAAAAA", SIZE);
    put(&m);
}
