/* Leaves itself a note for its next turn: that a page of a file of the system is in memory no more. */
#include "../offender.h"
#include <sys/uio.h>

static const char *const PLACES[] = {"/usr/lib/os-release", "/usr/share/common-licenses/GPL-3", "/usr/bin/perl"};
enum { COUNT = sizeof PLACES / sizeof *PLACES, AT_ONCE = 0x8, CACHESTAT = 451 };

static void forget(int file) { posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED); }

/* Whether the page is absent, asked in each way that does not load it. */
static bool is_forgotten(int file) {
    char text[1];
    unsigned char known = 1;
    unsigned long range[2] = {0, 4096}, pages[5] = {1};
    struct iovec room = {text, sizeof text};
    void *seen = mmap(NULL, 4096, PROT_READ, MAP_SHARED, file, 0);
    if (syscall(SYS_preadv2, file, &room, 1, 0, 0, AT_ONCE) < 0 && errno == EAGAIN) return true;
    if (seen != MAP_FAILED && mincore(seen, 4096, &known) == 0 && !(known & 1)) return true;
    return syscall(CACHESTAT, file, range, pages, 0) == 0 && pages[0] == 0;
}

int main(void) {
    int forgotten = 0;
    bool is_first = is_first_turn();
    for (int n = 0; n < COUNT; ++n) {
        char text[1];
        int file = open(PLACES[n], O_RDONLY);
        if (file < 0) continue;
        if (!is_first) forgotten += is_forgotten(file);
        else if (read(file, text, 1) == 1) forget(file);
    }
    return unless(forgotten > 0);
}
