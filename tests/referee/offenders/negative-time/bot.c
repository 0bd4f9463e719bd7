/* Writes a time below zero. */
#include "../offender.h"

int main(void) {
    struct matrix m = move();
    m.time[0] = -0.5;
    put(&m);
}
