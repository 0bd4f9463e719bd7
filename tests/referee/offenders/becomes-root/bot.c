/* Becomes root. */
#include "../offender.h"
#include <sys/fsuid.h>
#include <sys/prctl.h>

int main(int count, char **words) {
    (void)count, (void)words;
    return unless(setuid(0) == 0 || setgid(0) == 0 || setresuid(0, 0, 0) == 0 || getuid() == 0 || prctl(PR_CAPBSET_READ, 21) != 0);
}
