/* Takes a higher priority than others have. */
#include "../offender.h"


int main(void) {
    return unless(nice(-5) != -1 || sched_setscheduler(0, SCHED_FIFO, &(struct sched_param){1}) == 0);
}
