/* Its first thread ends, and another takes the memory: the process seems to have none. */
#include "../offender.h"
#include <pthread.h>

static void *take(void *nothing) {
    usleep(20000);
    for (int n = 0; n < 200; ++n) memset(malloc(1 << 20), 1, 1 << 20);
    pause();
    return nothing;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, take, NULL);
    syscall(SYS_exit, 0);
}
