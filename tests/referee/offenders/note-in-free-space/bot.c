/* Looks how much room there is: where files of all games lie side by side, a large one is a signal. */
#include "../offender.h"
#include <sys/vfs.h>

int main(void) {
    struct statfs seen;
    return unless(statfs("/usr", &seen) == 0 || statfs(".", &seen) == 0 || fstatfs(open(".", O_RDONLY), &seen) == 0);
}
