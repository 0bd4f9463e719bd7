/* Ends its lines with CR alone, as nobody has for decades. */
#include "../offender.h"

int main(void) {
    struct matrix m = move();
    put_to("matrix.txt", &m, "\r");
}
