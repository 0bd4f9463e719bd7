/* Gives itself points. */
#include "../offender.h"

int main(void) {
    struct matrix m = move();
    m.points[0] = 10;
    put(&m);
}
