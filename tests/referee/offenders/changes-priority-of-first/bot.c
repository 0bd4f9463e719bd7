/* Changes the priority of the process that waits for it. */
#include "../offender.h"
#include <sys/resource.h>

int main(void) {
    return unless(setpriority(PRIO_PROCESS, 1, 5) == 0);
}
