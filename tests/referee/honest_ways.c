/* Honest bots of several habits: the first argument names the habit; then the bot plays well. */
#include "offenders/offender.h"
#include <pthread.h>

static void in_children(int count, double seconds) {
    for (int n = 0; n < count; ++n) {
        if (fork() == 0) burn(seconds), _exit(0);
        wait(NULL);
    }
}

static void *burn_alone(void *seconds) {
    struct timespec used;
    do clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    while (used.tv_sec + used.tv_nsec / 1e9 < *(double *)seconds);
    return NULL;
}

static void in_threads(int count, double seconds) {
    pthread_t threads[64];
    for (int n = 0; n < count; ++n) pthread_create(&threads[n], NULL, burn_alone, &seconds);
    for (int n = 0; n < count; ++n) pthread_join(threads[n], NULL);
}

static void *doze(void *nothing) {
    for (;;) pause();
    return nothing;
}

/* Starts helper threads that run until the process exits, like those of a language runtime. */
static void beside_helpers(int count, double seconds) {
    pthread_t helper;
    for (int n = 0; n < count; ++n) pthread_create(&helper, NULL, doze, NULL);
    burn(seconds);
}

/* Writes a time left measured by the wall clock, which may be negative. */
static int play_by_wall(void) {
    double begun = now();
    burn(0.03);
    struct matrix m = look();
    double *own = &m.time[m.player == 'B'], left = *own;
    step(&m);
    hand_over(&m);
    *own = left - (now() - begun);
    put(&m);
    return 0;
}

int main(int count, char **words) {
    const char *way = count > 1 ? words[1] : "short";
    if (!strcmp(way, "long")) burn(0.15);
    if (!strcmp(way, "helpers")) beside_helpers(20, 0.05);
    if (!strcmp(way, "threads")) in_threads(16, 0.01);
    if (!strcmp(way, "children")) in_children(16, 0.01);
    if (!strcmp(way, "sleeper")) rest(0.3);
    if (!strcmp(way, "by-wall")) return play_by_wall();
    play();
    return 0;
}
