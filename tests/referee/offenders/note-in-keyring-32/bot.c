/* Leaves itself a note for its next turn: a key in the kernel, by the calls of a 32-bit program. */
#include "../offender.h"

/* In a child, since a kernel without such calls kills for them. */
static long call_32(long number, long a, const void *b, const void *c, long d, long e) {
    int status;
    if (fork() == 0) {
        long result = number;
#if defined(__x86_64__)
        __asm__ volatile("int $0x80" : "+a"(result) : "b"(a), "c"(b), "d"(c), "S"(d), "D"(e) : "memory");
#endif
        _exit(result > 0 && result < 0x7fffffff ? 1 : 0);
    }
    wait(&status);
    return WIFEXITED(status) && WEXITSTATUS(status) == 1;
}

/* Where 32 bits reach. */
static char *low(const char *text) {
    char *place = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
    return strcpy(place, text);
}

static void leave(void) {
    call_32(286, (long)low("user"), low("offender-note"), low("x"), 1, -4);
}

static bool found(void) {
    return call_32(288, 10, (void *)-4L, low("user"), (long)low("offender-note"), 0);
}

int main(void) {
    if (!is_first_turn()) return unless(found());
    leave();
    play();
}
