/* Puts a folder in the place of matrix.txt. */
#include "../offender.h"

int main(void) {
    unlink("matrix.txt");
    return mkdir("matrix.txt", 0755);
}
