/* Runs for as many milliseconds as its argument says, without a system call of its own. */
#include <stdlib.h>
#include <time.h>

static long now_ms(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

int main(int count, char **words) {
    long end = now_ms() + (count > 1 ? atol(words[1]) : 0);
    while (now_ms() < end)
        for (volatile int step = 0; step < 10000; ++step) continue;
    return 0;
}
