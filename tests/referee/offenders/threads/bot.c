/* Thinks in many threads at once. */
#include "../offender.h"
#include <pthread.h>

static void *think(void *nothing) {
    for (;;) continue;
    return nothing;
}

int main(void) {
    pthread_t thread;
    for (int n = 0; n < 8; ++n) pthread_create(&thread, NULL, think, NULL);
    pause();
}
