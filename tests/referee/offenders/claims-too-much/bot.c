/* Says that it used far more time than it did: nearly all it had. */
#include "../offender.h"

int main(void) {
    struct matrix m = move();
    m.time[0] = 0.1;
    put(&m);
}
