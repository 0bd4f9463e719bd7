/* Writes a time below zero, though no such time has passed. */
#include "../offender.h"

int main(void) {
    struct matrix m = move();
    m.time[0] = -0.5;
    put(&m);
}
