/* Thinks for 0.8 s, and says that it took no time. */
#include "../offender.h"

int main(void) {
    struct matrix m = look();
    double before = m.time[0];
    burn(0.8);
    step(&m);
    hand_over(&m);
    m.time[0] = before;
    put(&m);
}
