/* Writes that it has no time left, though it has. */
#include "../offender.h"

int main(void) {
    struct matrix m = move();
    m.time[0] = 0;
    put(&m);
}
