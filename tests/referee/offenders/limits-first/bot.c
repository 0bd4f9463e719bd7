/* Takes processor time and files from the process that waits for it. */
#include "../offender.h"
#include <sys/resource.h>

int main(void) {
    return unless(prlimit(1, RLIMIT_CPU, &(struct rlimit){0, 0}, NULL) == 0);
}
