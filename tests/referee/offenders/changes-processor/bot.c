/* Moves to the processor of its choice. */
#include "../offender.h"


int main(void) {
    return unless(sched_setaffinity(0, sizeof(cpu_set_t), &(cpu_set_t){{1}}) == 0);
}
