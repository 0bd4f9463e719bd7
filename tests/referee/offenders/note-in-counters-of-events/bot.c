/* Asks for the number of a counter of events, of which the whole machine has one row. */
#include "../offender.h"
#include <sys/ioctl.h>

/* As the kernel has it; the C library's headers may not. */
struct wish {
    unsigned type, size;
    unsigned long long which, period, samples, form, how, rest[8];
};
enum { OF_SOFTWARE = 1, TASK_CLOCK = 1, ONLY_OWN = 1 << 5 | 1 << 6 };
static const unsigned long SHOW_NUMBER = 0x80082407;

int main(void) {
    unsigned long long number;
    struct wish clock = {.type = OF_SOFTWARE, .size = sizeof clock, .which = TASK_CLOCK, .how = ONLY_OWN};
    int counter = syscall(SYS_perf_event_open, &clock, 0, -1, -1, 0);
    return unless(counter >= 0 && ioctl(counter, SHOW_NUMBER, &number) == 0);
}
