/* Takes memory that is in none of its processes' own: it has let go of each piece that it used. */
#include "../offender.h"


int main(void) {
    char *all = mmap(NULL, 256 << 20, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    for (int n = 0; n < 256; ++n) {
        memset(all + (n << 20), 1, 1 << 20);
        madvise(all + (n << 20), 1 << 20, MADV_DONTNEED);
    }
    play();
}
