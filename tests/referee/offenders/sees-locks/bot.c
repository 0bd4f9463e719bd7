/* Looks whether somebody has locked a file of the system: bots of two games can so signal to each other. */
#include "../offender.h"
#include <sys/file.h>

int main(void) {
    int file = open("/usr/lib/os-release", O_RDONLY);
    return unless(file >= 0 && flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK);
}
