/* Wants to serve its own page faults: whoever reads such memory, the kernel too, waits as long as it likes. */
#include "../offender.h"

int main(void) {
    enum { NOT_FOR_THE_KERNEL = 1 };
    return unless(syscall(SYS_userfaultfd, 0) >= 0 || syscall(SYS_userfaultfd, NOT_FOR_THE_KERNEL) >= 0);
}
