/* Uses a little more than it has, where what it says is charged, and writes that nothing is left. */
#include "../offender.h"

int main(void) {
    struct matrix m = look();
    burn(0.35);
    step(&m);
    hand_over(&m);
    m.time[0] = 0;
    put(&m);
}
