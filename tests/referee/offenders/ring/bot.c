/* Hands its system calls to the kernel in a ring, where no filter sees them. */
#include "../offender.h"

int main(void) {
    char parameters[512] = {0};
    return unless(syscall(SYS_io_uring_setup, 4, parameters) >= 0);
}
