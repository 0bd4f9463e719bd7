/* Lets threads think that have ended when it makes its move, and claims no time for them. */
#include "../offender.h"
#include <pthread.h>

static void *think(void *nothing) {
    burn(0.2);
    return nothing;
}

int main(void) {
    struct matrix m = look();
    double before = m.time[0];
    pthread_t thread;
    for (int n = 0; n < 4; ++n) {
        pthread_create(&thread, NULL, think, NULL);
        pthread_join(thread, NULL);
    }
    step(&m);
    hand_over(&m);
    m.time[0] = before;
    put(&m);
}
