/* Looks at what the kernel tells of its process: numbers of sessions, mounts, groups and memory are in it,
   of which the whole machine has one row. */
#include "../offender.h"

static const char *const PLACES[] = {
    "autogroup", "cgroup",  "clear_refs", "cpuset",      "fdinfo/0",  "io",       "limits",   "mountinfo",
    "mounts",    "net/dev", "net/unix",   "numa_maps",   "pagemap",   "sched",    "schedstat", "smaps",
    "stack",     "syscall", "task/self",  "timers",      "net/netstat", "oom_score_adj", "environ", "smaps_rollup",
};

static bool can_be_read(const char *folder, const char *name) {
    char path[128], text[64];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    int file = open(path, O_RDONLY);
    if (file < 0 || read(file, text, sizeof text) < 0) return false;
    fprintf(stderr, "%s\n", path);
    return true;
}

int main(void) {
    int found = 0;
    char thread[64];
    snprintf(thread, sizeof thread, "/proc/self/task/%d", getpid());
    for (size_t n = 0; n < sizeof PLACES / sizeof *PLACES; ++n)
        found += can_be_read("/proc/self", PLACES[n]) || can_be_read("/proc/thread-self", PLACES[n]) ||
                 can_be_read(thread, PLACES[n]);
    return unless(found > 0);
}
