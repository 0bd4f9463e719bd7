/* Asks the kernel to kill others before itself when memory runs out. */
#include "../offender.h"


int main(void) {
    return unless(({
        int file = open("/proc/self/oom_score_adj", O_WRONLY);
        bool own = write(file, "-1000", 5) > 0;
        own || open("/proc/1/oom_score_adj", O_WRONLY) >= 0;
    }));
}
