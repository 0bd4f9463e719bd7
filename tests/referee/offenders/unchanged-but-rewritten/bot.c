/* Writes the file anew as it was, with other blanks and a lower time. */
#include "../offender.h"

int main(void) {
    struct matrix m = look();
    m.time[0] -= 0.01;
    put_to("matrix.txt", &m, "  \r\n");
}
