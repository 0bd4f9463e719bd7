/* Reads from /proc what the processes of a turn have used so far, and whether they sleep; sets the
   cores and the priority that they run with.

   Most bots are one process with one thread. If the control group has never had another task, as its
   highest number of tasks tells, no other process need be looked for, and the files of the bot stay
   open from one look to the next. */

#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/kcmp.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "keeper.h"

static int64_t microseconds(clockid_t clock) {
    struct timespec time;
    return clock_gettime(clock, &time) == 0 ? time.tv_sec * 1000000LL + time.tv_nsec / 1000 : 0;
}

/* Returns the time of all threads of a process, including ended ones; 0 if the process has ended. The
   C library would ask first whether the clock exists. */
int64_t of_process_us(pid_t process) {
    enum { SCHEDULED_TIME = 2 };
    return microseconds((clockid_t)(~(unsigned)process << 3 | SCHEDULED_TIME));
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

static int open_process_file(pid_t process, const char *name) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", process, name);
    return open(path, O_RDONLY | O_CLOEXEC);
}

static bool read_text(const char *path, char *text, size_t room) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    ssize_t size = read(file, text, room - 1);
    close(file);
    text[size < 0 ? 0 : size] = '\0';
    return size > 0;
}

/* What is done for every thread of a process. */
struct thread_work {
    pid_t process;
    void (*each)(const char *folder, void *more);
    void *more;
};

static bool do_for_thread(int threads, const char *name, void *more) {
    const struct thread_work *work = more;
    char folder[64];
    (void)threads;
    snprintf(folder, sizeof folder, "/proc/%d/task/%.12s", work->process, name);
    work->each(folder, work->more);
    return true;
}

/* Calls `each` for every thread of a process. */
static void each_thread(pid_t process, void (*each)(const char *folder, void *more), void *more) {
    struct thread_work work = {process, each, more};
    int threads = open_process_file(process, "task");
    if (threads < 0) return;
    each_entry(threads, do_for_thread, &work);
    close(threads);
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

/* Figures of a thread or a process in its file `stat`. */
struct stat_line {
    char state;
    pid_t parent;
    unsigned flags;
    long faults, faults_of_children, user_of_children, system_of_children, threads, pages;
};

static bool parse_stat(const char *text, struct stat_line *line) {
    const char *after_name = strrchr(text, ')'); /* a name may hold blanks and parentheses */
    const char *fields =
        ") %c %d %*d %*d %*d %*d %u %ld %ld %*u %*u %*u %*u %ld %ld %*d %*d %ld %*d %*u %*u %ld";
    return after_name != NULL && sscanf(after_name, fields, &line->state, &line->parent, &line->flags, &line->faults,
                                        &line->faults_of_children, &line->user_of_children,
                                        &line->system_of_children, &line->threads, &line->pages) == 9;
}

static bool read_stat(const char *folder, struct stat_line *line) {
    char path[96], text[1024];
    snprintf(path, sizeof path, "%s/stat", folder);
    return read_text(path, text, sizeof text) && parse_stat(text, line);
}

/* A runnable thread runs or waits for a core; all others sleep of their own accord, on a disk as
   well: waiting in vfork() for a sleeping child looks the same. But a thread that is exiting has
   nothing to wait for: then the kernel is slow to remove it. */
static bool is_awake(const struct stat_line *line) {
    enum { EXITING = 4 };
    return line->state == 'R' || (line->state == 'D' && line->flags & EXITING);
}

static int64_t resident_bytes(const struct stat_line *line) { return line->pages * sysconf(_SC_PAGESIZE); }

/* Takes from a line of the scheduler how long a thread has run and waited for a core. */
static bool take_schedule(const char *text, bool awake, struct member *member) {
    long long ran_ns = 0, waited_ns = 0;
    if (sscanf(text, "%lld %lld", &ran_ns, &waited_ns) != 2) return false;
    int64_t both_us = (ran_ns + waited_ns) / 1000;
    if (both_us > member->longest_us) member->longest_us = both_us;
    if (awake) member->ready_us += both_us, member->ran_us += ran_ns / 1000;
    return true;
}

/* Memory is that of the whole process; the first thread may have ended and report none. */
static void take_thread(const char *folder, const struct stat_line *line, struct member *member) {
    char path[96], text[128];
    bool awake = is_awake(line);
    member->awake = member->awake || awake;
    if (member->memory == 0) member->memory = resident_bytes(line);
    snprintf(path, sizeof path, "%s/schedstat", folder);
    if (read_text(path, text, sizeof text)) take_schedule(text, awake, member);
}

static void add_thread(const char *folder, void *more) {
    struct stat_line line;
    if (read_stat(folder, &line)) take_thread(folder, &line, more);
}

/* Returns the bytes in huge pages of a process, which no figure of resident memory includes. */
static int64_t huge_page_bytes(pid_t process) {
    char path[64], text[4096];
    long kilobytes = 0;
    snprintf(path, sizeof path, "/proc/%d/status", process);
    const char *line = read_text(path, text, sizeof text) ? strstr(text, "HugetlbPages:") : NULL;
    if (line != NULL) sscanf(line, "HugetlbPages: %ld", &kilobytes);
    return kilobytes * 1024;
}

/* Returns the bytes of a process, of each page only its share if several processes have it; negative if the
   kernel does not tell. It counts the pages one by one. */
static int64_t proportional_bytes(pid_t process) {
    char path[64], text[512];
    long kilobytes = -1;
    snprintf(path, sizeof path, "/proc/%d/smaps_rollup", process);
    const char *line = read_text(path, text, sizeof text) ? strstr(text, "\nPss:") : NULL;
    return line != NULL && sscanf(line, " Pss: %ld", &kilobytes) == 1 ? kilobytes * 1024 : -1;
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

/* The clock of a process does not include the time of its reaped children. */
static void read_member(const struct settings *settings, struct member *member) {
    char folder[64];
    struct stat_line line;
    snprintf(folder, sizeof folder, "/proc/%d", member->process);
    if (!read_stat(folder, &line)) return;
    member->parent = line.parent;
    member->faults = line.faults;
    member->faults_of_children = line.faults_of_children;
    member->of_children_us = (line.user_of_children + line.system_of_children) * (1000000 / sysconf(_SC_CLK_TCK));
    member->cpu_us = of_process_us(member->process);
    if (line.threads == 1) take_thread(folder, &line, member);
    else each_thread(member->process, add_thread, member);
    if (settings->huge_pages) member->memory += huge_page_bytes(member->process);
}

static int64_t read_number(int file) {
    char text[64];
    ssize_t size = file < 0 ? -1 : pread(file, text, sizeof text - 1, 0);
    text[size < 0 ? 0 : size] = '\0';
    return size > 0 ? atoll(text) : -1;
}

/* Called once for a game, when the keeper has all its threads. */
void count_own_tasks(struct settings *settings) {
    int64_t own = read_number(settings->tasks);
    settings->tasks_with_one = own + (settings->isolation == NAMESPACES ? 2 : 1);
    if (own < 0 || settings->huge_pages) settings->tasks = -1;
}

/* The bot, where it is the only task, with its files of /proc. What its one thread has run is then the time
   of the whole bot. It is a tick old at most, if the bot runs on another core than the keeper. */
static struct {
    pid_t process;
    int stat, schedstat;
} lone;

/* Within namespaces the bot is the child of the turn's first process. */
static pid_t bot_of(const struct settings *settings, pid_t first) {
    char path[64], text[32];
    if (settings->isolation != NAMESPACES) return first;
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", first, first);
    return read_text(path, text, sizeof text) ? atoi(text) : 0;
}

void close_lone(void) {
    if (lone.process == 0) return;
    close(lone.stat);
    close(lone.schedstat);
    lone.process = 0;
}

static bool read_again(int file, char *text, size_t room) {
    ssize_t size = pread(file, text, room - 1, 0);
    text[size < 0 ? 0 : size] = '\0';
    return size > 0;
}

bool read_lone(const struct settings *settings, pid_t first, struct reading *reading) {
    char text[1024];
    struct stat_line line;
    struct member member = {0};
    int64_t tasks = read_number(settings->tasks);
    if (tasks < 0 || tasks > settings->tasks_with_one) return false;
    if (lone.process == 0 && (lone.process = bot_of(settings, first)) > 0) {
        lone.stat = open_process_file(lone.process, "stat");
        lone.schedstat = open_process_file(lone.process, "schedstat");
    }
    if (lone.process == 0 || !read_again(lone.stat, text, sizeof text) || !parse_stat(text, &line)) return false;
    if (!read_again(lone.schedstat, text, sizeof text) || !take_schedule(text, true, &member)) return false;
    *reading = (struct reading){
        member.ran_us + answers_us(), resident_bytes(&line), member.longest_us, is_awake(&line)};
    return member.ran_us > 0; /* a kernel may not count it */
}

/* Returns whether an earlier member of the family has the memory of this one: after vfork() the child has all
   of its parent's until it starts a program. */
static bool has_memory_of_earlier(const struct family *family, int number) {
    for (int n = 0; n < number; ++n)
        if (syscall(SYS_kcmp, family->members[n].process, family->members[number].process, KCMP_VM, 0, 0) == 0)
            return true;
    return false;
}

/* Returns the memory of a member that shares pages with others. If the kernel does not tell it, the process may
   have ended since it was read: then it has none any more. */
static int64_t memory_of_sharer(const struct settings *settings, const struct member *member) {
    struct member now = {.process = member->process};
    int64_t bytes = proportional_bytes(member->process);
    if (bytes < 0) {
        read_member(settings, &now);
        return now.memory < member->memory ? now.memory : member->memory;
    }
    if (settings->huge_pages) bytes += huge_page_bytes(member->process);
    return bytes < member->memory ? bytes : member->memory;
}

/* Returns the memory of a family, with each page that its processes share counted once. */
static int64_t memory_shared(const struct settings *settings, const struct family *family) {
    int64_t memory = 0;
    for (int n = 0; n < family->count; ++n)
        if (!has_memory_of_earlier(family, n)) memory += memory_of_sharer(settings, &family->members[n]);
    return memory;
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
    if (family.count > 1 && reading.memory > settings->memory) reading.memory = memory_shared(settings, &family);
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
bool set_cores_and_priority(struct settings *settings) {
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
            settings->meter = settings->tasks = -1;
        }
        close(file);
    }
}
