/* Changes the priority of the process that waits for it. */
#include "../offender.h"
#include <sys/resource.h>

int main(int count, char **words) {
    (void)count, (void)words;
    return unless(setpriority(PRIO_PROCESS, 1, 5) == 0);
}
