/* Puts a device in the place of matrix.txt: of number 0:0, the only one that nobody forbids. */
#include "../offender.h"

int main(void) {
    unlink("matrix.txt");
    return mknod("matrix.txt", S_IFCHR | 0644, 0);
}
