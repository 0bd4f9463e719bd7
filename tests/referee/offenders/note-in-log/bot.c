/* Leaves itself a note for its next turn: the kernel's log, which tells of crashes and where they were. */
#include "../offender.h"
#include <sys/klog.h>

static void leave(void) {
    if (fork() == 0) *(volatile int *)0x7777000 = 1;
    wait(NULL);
}

static bool found(void) {
    static char text[1 << 18];
    int size = klogctl(3, text, sizeof text - 1);
    return size > 0 && strstr(text, "7777000") != NULL;
}

int main(void) {
    if (!is_first_turn()) return unless(found());
    leave();
    play();
}
