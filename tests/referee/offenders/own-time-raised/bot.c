/* Gives itself a second. */
#include "../offender.h"

int main(void) {
    struct matrix m = move();
    m.time[0] += 1;
    put(&m);
}
