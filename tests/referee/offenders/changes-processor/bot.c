/* Moves to the processor of its choice. */
#include "../offender.h"


int main(int count, char **words) {
    (void)count, (void)words;
    return unless(sched_setaffinity(0, sizeof(cpu_set_t), &(cpu_set_t){{1}}) == 0);
}
