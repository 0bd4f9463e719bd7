/* What the processes of a turn have used so far, and whether they sleep, read from /proc; and the
   cores and the priority that they run with. */

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

static int64_t microseconds(clockid_t clock) {
    struct timespec time;
    return clock_gettime(clock, &time) == 0 ? time.tv_sec * 1000000LL + time.tv_nsec / 1000 : 0;
}

/* Returns the time of all threads of a process, including ended ones; 0 if the process has ended. */
int64_t of_process_us(pid_t process) {
    clockid_t clock;
    return clock_getcpuclockid(process, &clock) == 0 ? microseconds(clock) : 0;
}

int64_t own_cpu_us(void) { return microseconds(CLOCK_PROCESS_CPUTIME_ID); }

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
    struct member members[MOST_PROCESSES];
    int count;
};

static void add_children(const char *folder, void *more) {
    struct family *family = more;
    char path[96], text[8192];
    snprintf(path, sizeof path, "%s/children", folder);
    if (!read_text(path, text, sizeof text)) return;
    char *at = text;
    for (long child; family->count < MOST_PROCESSES && (child = strtol(at, &at, 10)) > 0;)
        family->members[family->count++] = (struct member){.process = child};
}

/* Finds all descendants of the keeper, which are the processes of this turn. */
static void find_family(struct family *family) {
    family->count = 0;
    each_thread(getpid(), add_children, family);
    for (int n = 0; n < family->count; ++n) each_thread(family->members[n].process, add_children, family);
}

/* Kills all descendants of the keeper, which has adopted orphans; used without a pid namespace. */
void kill_family(void) {
    static struct family family;
    find_family(&family);
    for (int n = 0; n < family.count; ++n) kill(family.members[n].process, SIGKILL);
}

/* Reads parent, page faults, and the time and page faults of reaped children, which the clock of the
   process does not include. */
static void read_stat(struct member *member) {
    char path[64], text[1024];
    long user = 0, system = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", member->process);
    if (!read_text(path, text, sizeof text)) return;
    const char *after_name = strrchr(text, ')'); /* a name may hold blanks and parentheses */
    if (after_name == NULL) return;
    const char *fields = ") %*c %d %*d %*d %*d %*d %*u %ld %ld %*u %*u %*u %*u %ld %ld";
    if (sscanf(after_name, fields, &member->parent, &member->faults, &member->faults_of_children, &user,
               &system) != 5)
        return;
    member->of_children_us = (user + system) * (1000000 / sysconf(_SC_CLK_TCK));
}

/* A runnable thread runs or waits for a core; all others sleep of their own accord, on a disk as
   well: waiting in vfork() for a sleeping child looks the same. But a thread that is exiting has
   nothing to wait for: then the kernel is slow to remove it. */
static bool is_awake(const char *folder) {
    enum { EXITING = 4 };
    char path[96], text[256], state = '?';
    unsigned flags = 0;
    snprintf(path, sizeof path, "%s/stat", folder);
    if (!read_text(path, text, sizeof text)) return false;
    const char *after_name = strrchr(text, ')');
    if (after_name == NULL) return false;
    sscanf(after_name, ") %c %*d %*d %*d %*d %*d %u", &state, &flags);
    return state == 'R' || (state == 'D' && flags & EXITING);
}

static int64_t resident(const char *folder) {
    char path[96], text[128];
    long pages = 0;
    snprintf(path, sizeof path, "%s/statm", folder);
    if (read_text(path, text, sizeof text)) sscanf(text, "%*d %ld", &pages);
    return pages * sysconf(_SC_PAGESIZE);
}

/* Reads from the scheduler how long a thread has run and waited for a core. Memory is that of the
   whole process; the first thread may have ended and report none. */
static void add_thread(const char *folder, void *more) {
    struct member *member = more;
    char path[96], text[128];
    long long ran_ns = 0, waited_ns = 0;
    bool awake = is_awake(folder);
    member->awake = member->awake || awake;
    if (member->memory == 0) member->memory = resident(folder);
    snprintf(path, sizeof path, "%s/schedstat", folder);
    if (!read_text(path, text, sizeof text) || sscanf(text, "%lld %lld", &ran_ns, &waited_ns) != 2) return;
    int64_t both_us = (ran_ns + waited_ns) / 1000;
    if (both_us > member->longest_us) member->longest_us = both_us;
    if (awake) member->ready_us += both_us, member->ran_us += ran_ns / 1000;
}

/* Returns the huge pages of a process, which no figure of resident memory includes. */
static int64_t huge(pid_t process) {
    char path[64], text[4096];
    long kilobytes = 0;
    snprintf(path, sizeof path, "/proc/%d/status", process);
    const char *line = read_text(path, text, sizeof text) ? strstr(text, "HugetlbPages:") : NULL;
    if (line != NULL) sscanf(line, "HugetlbPages: %ld", &kilobytes);
    return kilobytes * 1024;
}

/* Returns whether the machine has huge pages; if not, no process need be checked for them. */
bool has_huge_pages(void) {
    char text[8192];
    long pages = 0, more = 0;
    const char *line = read_text("/proc/meminfo", text, sizeof text) ? strstr(text, "HugePages_Total:") : NULL;
    if (line != NULL) sscanf(line, "HugePages_Total: %ld", &pages);
    if (read_text("/proc/sys/vm/nr_overcommit_hugepages", text, sizeof text)) more = atol(text);
    return pages > 0 || more > 0;
}

static void read_member(const struct settings *settings, struct member *member) {
    read_stat(member);
    member->cpu_us = of_process_us(member->process);
    each_thread(member->process, add_thread, member);
    if (settings->huge_pages) member->memory += huge(member->process);
}

struct reading read_meter(const struct settings *settings, int64_t passed) {
    static struct family family;
    struct reading reading = {answers_us(), 0, 0, false};
    find_family(&family);
    for (int n = 0; n < family.count; ++n) {
        struct member *member = &family.members[n];
        read_member(settings, member);
        reading.cpu_us += member->cpu_us + member->of_children_us;
        reading.memory += member->memory;
        reading.awake = reading.awake || member->awake;
        if (member->longest_us > reading.longest_us) reading.longest_us = member->longest_us;
    }
    if (settings->meter < 0) reading.cpu_us += forgotten_us(family.members, family.count, passed);
    return reading;
}

/* Returns the processor time of the control group: a number of nanoseconds in version 1, a line of
   statistics in version 2. Negative if there is no group or it cannot be read. */
int64_t read_account(int file) {
    char text[64];
    long long value = 0;
    ssize_t size = file < 0 ? -1 : pread(file, text, sizeof text - 1, 0);
    if (size <= 0) return -1;
    text[size] = '\0';
    if (sscanf(text, "usage_usec %lld", &value) == 1) return value;
    return sscanf(text, "%lld", &value) == 1 ? value / 1000 : -1;
}

static bool choose_cores(char *numbers) {
    cpu_set_t cores;
    CPU_ZERO(&cores);
    for (char *number = strtok(numbers, ","); number != NULL; number = strtok(NULL, ","))
        CPU_SET(atoi(number), &cores);
    return sched_setaffinity(0, sizeof cores, &cores) == 0;
}

/* Sets the cores and the priority of the keeper, which all its children inherit. */
bool choose_place(struct settings *settings) {
    struct sched_param none = {0};
    cpu_set_t cores;
    if (settings->gives_way && sched_setscheduler(0, SCHED_IDLE, &none) != 0) return false;
    if (strcmp(settings->cores, "any") != 0 && !choose_cores(settings->cores)) return false;
    settings->usable_cores = sched_getaffinity(0, sizeof cores, &cores) == 0 ? CPU_COUNT(&cores) : CPU_SETSIZE;
    return true;
}

/* Moves the keeper, whose children follow, into control groups that the referee has made. If one of
   them is gone, the account of the others belongs to another game. */
void join_groups(struct settings *settings, char *files) {
    for (char *number = strtok(files, ","); number != NULL; number = strtok(NULL, ",")) {
        int file = atoi(number);
        if (write(file, "0", 1) < 0) {
            perror("keeper: cannot join a control group");
            settings->meter = -1;
        }
        close(file);
    }
}
