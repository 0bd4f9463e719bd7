/* Becomes root. */
#include "../offender.h"
#include <sys/fsuid.h>

int main(void) {
    return unless(setuid(0) == 0 || setgid(0) == 0 || setresuid(0, 0, 0) == 0 || getuid() == 0);
}
