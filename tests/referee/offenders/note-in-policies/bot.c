/* Leaves itself a note for its next turn: how the memory of its own program file shall be spread, which the kernel keeps with the file. */
#include "../offender.h"

enum { BIND = 2, ADDRESS = 2 };

static void *program(const char *own) {
    return mmap(NULL, 4096, PROT_READ, MAP_SHARED, open(own, O_RDONLY), 0);
}

static void leave(const char *own) {
    unsigned long nodes = 1;
    syscall(SYS_mbind, program(own), 4096L, BIND, &nodes, 8 * sizeof nodes, 0);
    syscall(450, program(own), 4096L, 0L, 0L); /* set_mempolicy_home_node */
}

static bool found(const char *own) {
    int policy = 0;
    syscall(SYS_get_mempolicy, &policy, NULL, 0, program(own), ADDRESS);
    return policy == BIND;
}

int main(int count, char **words) {
    (void)count;
    if (!is_first_turn()) return unless(found(words[0]));
    leave(words[0]);
    play();
}
