/* Writes wherever it can beside its own folders: into the system, its program, the keeper's. */
#include "../offender.h"

static bool is_of_mode(const char *path, mode_t mode) {
    struct stat seen;
    return stat(path, &seen) == 0 && (seen.st_mode & 07777) == mode;
}

static bool is_as_old(const char *path, const struct timespec then[2]) {
    struct stat seen;
    return stat(path, &seen) == 0 && seen.st_mtime == then[1].tv_sec;
}

int main(int count, char **words) {
    static const char *places[] = {
        "/offender-note",     "/bot/offender-note", "/dev/offender-note", "/usr/offender-note",
        "/etc/offender-note", "/proc/offender-note", "/dev/pts/offender-note",
    };
    struct timespec then[2] = {{1000, 0}, {1000, 0}};
    int found = 0;
    for (size_t n = 0; n < sizeof places / sizeof *places; ++n)
        found += open(places[n], O_WRONLY | O_CREAT, 0644) >= 0;
    const char *programs[] = {words[0], "/proc/self/exe", "/keeper", "/usr/bin/env"};
    for (size_t n = 0; n < sizeof programs / sizeof *programs; ++n) {
        found += chmod(programs[n], 0777) == 0 && is_of_mode(programs[n], 0777);
        found += unlink(programs[n]) == 0;
        found += open(programs[n], O_RDWR) >= 0;
        found += utimensat(AT_FDCWD, programs[n], then, 0) == 0 && is_as_old(programs[n], then);
    }
    return unless(found > 0 && count > 0);
}
