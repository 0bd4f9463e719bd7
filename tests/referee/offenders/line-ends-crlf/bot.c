/* Ends its lines with CR LF: allowed. */
#include "../offender.h"

int main(void) {
    struct matrix m = move();
    put_to("matrix.txt", &m, "\r\n");
}
