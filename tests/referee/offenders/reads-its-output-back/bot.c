/* Prints, and reads back what it printed before the keeper does, which must not wait for more. Large
   pieces keep the pipe locked for long, so that the keeper comes too late. */
#include "../offender.h"
#include <pthread.h>

enum { PIECE = 1 << 20 };
static int back;
static char in[PIECE], out[PIECE];

static void *read_back(void *nothing) {
    for (;;)
        if (read(back, in, PIECE) < 0) return nothing;
}

int main(void) {
    pthread_t thread;
    back = open("/proc/self/fd/1", O_RDONLY);
    if (back < 0 || pthread_create(&thread, NULL, read_back, NULL) != 0) return 1;
    fcntl(1, F_SETPIPE_SZ, PIECE);
    for (double end = now() + 0.2; now() < end;)
        if (write(1, out, PIECE) < 0) return 1;
    rest(0.01);
    play();
}
