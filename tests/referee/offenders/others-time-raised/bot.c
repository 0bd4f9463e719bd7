/* Gives the opponent a microsecond. */
#include "../offender.h"

int main(void) {
    struct matrix m = move();
    m.time[1] += 0.000001;
    put(&m);
}
