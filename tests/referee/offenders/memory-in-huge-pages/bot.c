/* Takes memory in huge pages, which the kernel does not count as a process's own. */
#include "../offender.h"

enum { SIZE_OF_ONE = 2 << 20 };

int main(void) {
    for (int n = 0; n < 64; ++n) {
        int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB;
        char *page = mmap(NULL, SIZE_OF_ONE, PROT_READ | PROT_WRITE, flags, -1, 0);
        if (page == MAP_FAILED) break; /* the machine has no more */
        memset(page, 1, SIZE_OF_ONE);
    }
    usleep(100000);
    play();
}
