/* Leaves itself a note for its next turn: statistics of the whole machine that nobody else moves much. */
#include "../offender.h"

static long pages_locked(void) {
    char line[256];
    long pages = -1;
    FILE *file = fopen("/proc/vmstat", "r");
    while (file && fgets(line, sizeof line, file)) sscanf(line, "unevictable_pgs_mlocked %ld", &pages);
    return pages;
}

int main(void) {
    if (!is_first_turn()) return unless(pages_locked() >= 0 && pages_locked() % 256 == 77);
    long missing = (77 + 256 - pages_locked() % 256) % 256;
    void *pages = mmap(NULL, 4096 * 256, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mlock(pages, 4096 * missing);
    play();
}
