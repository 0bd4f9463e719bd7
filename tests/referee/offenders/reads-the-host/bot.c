/* Looks for files of the host, of the referee and of other games, as many as it can think of. */
#include "../offender.h"

int main(int count, char **words) {
    static const char *places[] = {
        "/root",       "/home",       "/etc/passwd", "/etc/shadow", "/etc/hostname", "/var",
        "/run",        "/sys",        "/boot",       "/mnt",        "/srv",          "/opt",
        "/proc/kcore", "/proc/1/cwd", "/proc/1/fd",  "/dev/mem",    "/dev/kmsg",     "/dev/sda",
        "/proc/1/root/etc/passwd",
    };
    int found = 0;
    for (size_t n = 0; n < sizeof places / sizeof *places; ++n) {
        int file = open(places[n], O_RDONLY);
        if (file < 0) continue;
        fprintf(stderr, "%s\n", places[n]);
        ++found;
    }
    for (int n = 2; n < count; ++n) found += open(words[n], O_RDONLY) >= 0;
    return unless(found > 0);
}
