/* Puts a symbolic link to a file of the host in the place of matrix.txt. */
#include "../offender.h"

int main(void) {
    unlink("matrix.txt");
    return symlink("/etc/passwd", "matrix.txt");
}
