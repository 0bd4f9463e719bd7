/* Makes as many files as it can, so that there is no room for matrix.txt. */
#include "../offender.h"

int main(void) {
    struct matrix m = move();
    char name[128];
    unlink("matrix.txt");
    for (int n = 0; n < 1000; ++n) {
        snprintf(name, sizeof name, "%0100d", n);
        close(creat(name, 0644));
    }
    put(&m);
}
