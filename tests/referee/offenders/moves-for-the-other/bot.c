/* Moves a piece of the opponent instead of its own. */
#include "../offender.h"

int main(void) {
    struct matrix m = move();
    m = look();
    m.player = 'B';
    step(&m);
    m.player = 'A';
    hand_over(&m);
    put(&m);
}
