/* Writes files of its own, in every place that programs have for that, where that is forbidden. */
#include "../offender.h"

static bool can_write(const char *path) {
    int file = open(path, O_WRONLY | O_CREAT, 0644);
    if (file >= 0) close(file);
    return file >= 0;
}

int main(void) {
    static const char *const places[] = {"/tmp/note", "/dev/shm/note", "note", "../note", "/note"};
    bool got_through = tmpfile() != NULL || mkdir("folder", 0755) == 0 || mkdir("/tmp/f", 0755) == 0 || can_write(scratch("note"));
    for (size_t n = 0; n < sizeof places / sizeof *places; ++n) got_through |= can_write(places[n]);
    return unless(got_through);
}
