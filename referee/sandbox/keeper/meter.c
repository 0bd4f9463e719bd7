/* What the processes of a turn have used until now, and whether they sleep, read from /proc; and
   the place on the machine where they do so. */

#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "keeper.h"

enum { MOST_PROCESSES = 1024 };

static int64_t microseconds(clockid_t clock) {
    struct timespec time;
    return clock_gettime(clock, &time) == 0 ? time.tv_sec * 1000000LL + time.tv_nsec / 1000 : 0;
}

int64_t spent_us(const struct rusage *usage) {
    return (usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) * 1000000LL + usage->ru_utime.tv_usec +
           usage->ru_stime.tv_usec;
}

int64_t now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static bool read_text(const char *path, char *text, size_t room) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    ssize_t size = read(file, text, room - 1);
    close(file);
    text[size < 0 ? 0 : size] = '\0';
    return size > 0;
}

/* Calls `each` for every thread of a process. */
static void each_thread(pid_t process, void (*each)(const char *folder, void *more), void *more) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/task", process);
    DIR *threads = opendir(path);
    if (threads == NULL) return;
    for (struct dirent *entry; (entry = readdir(threads)) != NULL;) {
        if (entry->d_name[0] == '.') continue;
        char folder[64];
        snprintf(folder, sizeof folder, "/proc/%d/task/%.12s", process, entry->d_name);
        each(folder, more);
    }
    closedir(threads);
}

struct family {
    pid_t members[MOST_PROCESSES];
    int count;
};

static void add_children(const char *folder, void *more) {
    struct family *family = more;
    char path[96], text[8192];
    snprintf(path, sizeof path, "%s/children", folder);
    if (!read_text(path, text, sizeof text)) return;
    char *at = text;
    for (long child; family->count < MOST_PROCESSES && (child = strtol(at, &at, 10)) > 0;)
        family->members[family->count++] = child;
}

/* All that come of the keeper: the processes of this turn. */
static void find_family(struct family *family) {
    family->count = 0;
    each_thread(getpid(), add_children, family);
    for (int n = 0; n < family->count; ++n) each_thread(family->members[n], add_children, family);
}

/* Without a namespace: all that come of the keeper, which has adopted whoever lost his parent. */
void kill_family(void) {
    static struct family family;
    find_family(&family);
    for (int n = 0; n < family.count; ++n) kill(family.members[n], SIGKILL);
}

/* The time of children that a process has waited for, which its own clock does not show. */
static int64_t children_us(pid_t process) {
    char path[64], text[1024];
    long user = 0, system = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", process);
    if (!read_text(path, text, sizeof text)) return 0;
    const char *after_name = strrchr(text, ')'); /* a name may hold blanks and parentheses */
    if (after_name == NULL) return 0;
    const char *fields = ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %ld %ld";
    if (sscanf(after_name, fields, &user, &system) != 2) return 0;
    return (user + system) * (1000000 / sysconf(_SC_CLK_TCK));
}

/* A thread that is runnable runs or waits for a core; all others have gone to sleep by themselves,
   on a disk as well: who waits in vfork() for a child that sleeps cannot be told from them. */
static bool is_runnable(const char *folder) {
    char path[96], text[256];
    snprintf(path, sizeof path, "%s/stat", folder);
    if (!read_text(path, text, sizeof text)) return false;
    const char *after_name = strrchr(text, ')');
    return after_name != NULL && after_name[1] == ' ' && after_name[2] == 'R';
}

/* What the scheduler knows of a thread: how long it has run, and been ready to run and had to wait. */
static void add_thread(const char *folder, void *more) {
    struct reading *reading = more;
    char path[96], text[128];
    long long ran_ns = 0, waited_ns = 0;
    reading->awake = reading->awake || is_runnable(folder);
    snprintf(path, sizeof path, "%s/schedstat", folder);
    if (!read_text(path, text, sizeof text) || sscanf(text, "%lld %lld", &ran_ns, &waited_ns) != 2) return;
    int64_t both_us = (ran_ns + waited_ns) / 1000;
    if (both_us > reading->longest_us) reading->longest_us = both_us;
}

static int64_t memory_of(pid_t process) {
    char path[64], text[128];
    long resident = 0;
    snprintf(path, sizeof path, "/proc/%d/statm", process);
    if (read_text(path, text, sizeof text)) sscanf(text, "%*d %ld", &resident);
    return resident * sysconf(_SC_PAGESIZE);
}

struct reading read_meter(void) {
    static struct family family;
    struct reading reading = {answers_us(), 0, 0, false};
    find_family(&family);
    for (int n = 0; n < family.count; ++n) {
        pid_t process = family.members[n];
        clockid_t clock;
        if (clock_getcpuclockid(process, &clock) == 0) reading.cpu_us += microseconds(clock);
        reading.cpu_us += children_us(process);
        reading.memory += memory_of(process);
        each_thread(process, add_thread, &reading);
    }
    return reading;
}

/* The processor time of the control group: in v1 nanoseconds, in v2 a line of its statistics. */
int64_t read_account(int file) {
    char text[64];
    long long value = 0;
    ssize_t size = file < 0 ? -1 : pread(file, text, sizeof text - 1, 0);
    if (size <= 0) return 0;
    text[size] = '\0';
    if (sscanf(text, "usage_usec %lld", &value) == 1) return value;
    return sscanf(text, "%lld", &value) == 1 ? value / 1000 : 0;
}

/* Where the keeper runs, and so all that it starts, and who goes first there. */
bool choose_place(const struct settings *settings) {
    struct sched_param none = {0};
    if (settings->gives_way && sched_setscheduler(0, SCHED_IDLE, &none) != 0) return false;
    if (strcmp(settings->cores, "any") == 0) return true;
    cpu_set_t cores;
    CPU_ZERO(&cores);
    for (char *each = strtok(settings->cores, ","); each != NULL; each = strtok(NULL, ","))
        CPU_SET(atoi(each), &cores);
    return sched_setaffinity(0, sizeof cores, &cores) == 0;
}

/* Moves the keeper, and so all that it starts, into control groups that the referee has made. */
void join_groups(char *files) {
    for (char *each = strtok(files, ","); each != NULL; each = strtok(NULL, ",")) {
        int file = atoi(each);
        if (write(file, "0", 1) < 0) perror("keeper: cannot join a control group");
        close(file);
    }
}
