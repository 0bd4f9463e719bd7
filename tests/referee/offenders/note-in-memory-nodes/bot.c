/* Asks on which node of memory its pages are, and moves them: those of a file's are there for all. */
#include "../offender.h"

int main(void) {
    int status = -1;
    unsigned long nodes = 1;
    void *page = (void *)((unsigned long)main & ~4095ul);
    bool moves = syscall(SYS_move_pages, 0, 1ul, &page, NULL, &status, 0) == 0;
    return unless(moves || syscall(SYS_migrate_pages, 0, 8 * sizeof nodes, &nodes, &nodes) >= 0);
}
