/* Looks whether files of the host exist, how large they are and how old. */
#include "../offender.h"

int main(void) {
    struct stat seen;
    return unless(stat("/etc/passwd", &seen) == 0 || stat("/etc/hostname", &seen) == 0);
}
