/* Moves a piece backward. */
#include "../offender.h"

int main(void) {
    struct matrix m = move();
    m = look();
    m.row[4][3] = '-';
    m.row[5][3] = 'A';
    hand_over(&m);
    put(&m);
}
