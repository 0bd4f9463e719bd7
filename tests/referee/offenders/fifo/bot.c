/* Puts a FIFO in the place of matrix.txt: who opens it waits for ever. */
#include "../offender.h"

int main(void) {
    unlink("matrix.txt");
    return mkfifo("matrix.txt", 0644);
}
