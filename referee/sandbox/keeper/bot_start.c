/* Prepares the environment of a turn, starts the bot and removes all processes afterwards.

   In namespaces, a turn has a first process that mounts what the turn needs, starts the bot and ends
   when the bot does. It is the first in a process namespace: when it ends, the kernel kills all that
   are left there, whether they called setsid() or fork() or not. Its mount namespace has an empty /tmp
   and /dev/shm; it and an ipc namespace end with the turn. The first process has a capability that
   the bot lacks, to mount, which also keeps the bot from tracing it.

   Without namespaces the bot is the keeper's own child, and the keeper adopts the bot's orphans. */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "keeper.h"
#include "mounting.h"

static void fail(struct shared *shared, const char *where) {
    shared->failure = errno ? errno : EINVAL;
    strncpy(shared->where, where, sizeof shared->where - 1);
    _exit(1);
}

static void mount_memory(struct shared *shared, const char *where, const char *options) {
    unsigned long flags = MS_NOSUID | MS_NODEV;
    if (mount("tmpfs", where, "tmpfs", flags, options) != 0) fail(shared, where);
}

/* Makes a file or folder a mount of its own, which cannot be removed or replaced. It can be made
   read-only, or stay writable where its surroundings are read-only. */
static void make_mount(struct shared *shared, const char *path) {
    if (mount(path, path, NULL, MS_BIND, NULL) != 0) fail(shared, path);
}

static void make_read_only(struct shared *shared, const char *mounted) {
    struct mount_change read_only = {.set = MADE_READ_ONLY};
    if (syscall(SET_MOUNT, AT_FDCWD, mounted, 0, &read_only, sizeof read_only) != 0)
        fail(shared, mounted);
}

/* Folders for the sockets of Wine's server: in TMPDIR as launch.py sets it, or Wine's own choice. */
static const char *const WINE_SERVERS[] = {"/tmp/wine", "/tmp/.wine-1000"};

/* Mounts a /proc of processes only, since the kernel's statistics describe the whole machine. It is
   read-only: a bot sets neither its oom_score_adj nor its place on a core. */
static void mount_processes(const struct settings *settings, struct shared *shared) {
    unsigned long flags = MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC;
    if (settings->looks_at_processes ? mount("proc", "/proc", "proc", flags, "subset=pid") != 0
                                     : mount("/nothing", "/proc", NULL, MS_BIND, NULL) != 0)
        fail(shared, "/proc");
}

/* Puts a layer over Wine's folder, which the referee has mounted for a program that needs it. */
static void mount_wine(struct shared *shared) {
    for (int n = 0; n < 2; ++n) mkdir(WINE_SERVERS[n], 0700);
    mount_memory(shared, "/wine/upper", "size=256m,mode=0755");
    mkdir("/wine/upper/new", 0755);
    mkdir("/wine/upper/work", 0755);
    const char *layers =
        "lowerdir=/wine/lower,upperdir=/wine/upper/new,workdir=/wine/upper/work,userxattr";
    if (mount("overlay", "/wine/prefix", "overlay", MS_NOSUID | MS_NODEV, layers) != 0)
        fail(shared, "/wine/prefix");
}

/* Makes everything read-only but matrix.txt and what Wine needs: the sockets' folders, and its own
   folder with the registry, though not the drive C in it. */
static void make_all_read_only(const struct settings *settings, struct shared *shared) {
    char file[4096];
    snprintf(file, sizeof file, "%s/matrix.txt", settings->folder);
    make_mount(shared, file);
    make_read_only(shared, settings->folder);
    make_read_only(shared, "/dev/shm");
    if (settings->needs_wine) {
        for (int n = 0; n < 2; ++n) make_mount(shared, WINE_SERVERS[n]);
        make_mount(shared, "/wine/prefix/drive_c");
        make_read_only(shared, "/wine/prefix/drive_c");
    }
    make_read_only(shared, "/tmp");
}

static void mount_all(const struct settings *settings, struct shared *shared, int folder) {
    if (syscall(MOVE_MOUNT, folder, "", AT_FDCWD, settings->folder, OF_OPEN_FOLDER))
        fail(shared, settings->folder);
    mount_memory(shared, "/tmp", "size=256m,nr_inodes=16384,mode=1777");
    mount_memory(shared, "/dev/shm", "size=64m,nr_inodes=4096,mode=1777");
    mount_processes(settings, shared);
    if (settings->needs_wine) mount_wine(shared);
    if (!settings->temporary_files) make_all_read_only(settings, shared);
}

/* With a limit of 0 the kernel still pipes a core dump to a program; a limit of 1 prevents that. */
enum { NO_CORE = 1 };

/* The keeper's threads and the first process of a turn, which are not the bot's but count as its user's. */
enum { OWN_TASKS = 4 };

/* Processes that other programs of the user may start meanwhile, and the kernel's own maximum. */
enum { ROOM_FOR_OTHERS = 1000, MOST_OF_A_USER = 1 << 22 };

/* Returns the limit, or the keeper's own hard limit where that is lower. */
static int64_t lower_limit(int what, int64_t most) {
    struct rlimit current;
    return getrlimit(what, &current) == 0 && current.rlim_max < (rlim_t)most ? (int64_t)current.rlim_max : most;
}

static bool limit(int what, int64_t most) {
    struct rlimit limits = {most, most};
    return setrlimit(what, &limits) == 0;
}

/* Sets the limits that a bot inherits and the keeper can share. The meter watches the memory that
   processes really use. The limit here only stops a bot that asks for a great deal at once; it is twice
   as high, since memory that was asked for need not be used. A limit on the address space or on
   processor time that can be raised is raised: the referee knows only those that cannot. */
bool limit_all(const struct settings *settings) {
    const struct {
        int what;
        int64_t most;
    } limits[] = {
        {RLIMIT_CORE, NO_CORE}, {RLIMIT_DATA, 2 * settings->memory},  {RLIMIT_RTPRIO, 0},
        {RLIMIT_NICE, 0},       {RLIMIT_FSIZE, settings->file_size}, {RLIMIT_NOFILE, 256},
        {RLIMIT_AS, RLIM_INFINITY},                                  {RLIMIT_CPU, RLIM_INFINITY},
    };
    for (size_t n = 0; n < sizeof limits / sizeof *limits; ++n)
        if (!limit(limits[n].what, lower_limit(limits[n].what, limits[n].most))) return false;
    return true;
}

/* Sets the limit that only the bot has: at it the keeper could start no further process. */
static bool limit_processes(const struct settings *settings) {
    return settings->isolation == NONE || limit(RLIMIT_NPROC, settings->processes_of_user);
}

static bool drop_capabilities(void) {
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct none[2] = {{0, 0, 0}, {0, 0, 0}};
    return syscall(SYS_capset, &header, none) == 0;
}

/* Makes the kernel kill the process first when memory runs out, before the keeper. Set from outside,
   since after vfork() the bot shares the keeper's memory until it runs its own program. */
static void make_die_first(const char *process) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%s/oom_score_adj", process);
    int file = open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0) return;
    if (write(file, "1000", 4) < 0) errno = 0;
    close(file);
}

/* Done in the first process of a turn and inherited; it owns its /proc files only while dumpable. */
static void die_first(void) {
    prctl(PR_SET_DUMPABLE, 1);
    make_die_first("self");
    prctl(PR_SET_DUMPABLE, 0);
}

static bool can_start_one_more(int64_t most) {
    int status;
    pid_t child = vfork();
    if (child == 0) {
        pid_t grandchild = limit(RLIMIT_NPROC, lower_limit(RLIMIT_NPROC, most)) ? vfork() : -1;
        if (grandchild == 0) _exit(0);
        if (grandchild > 0) waitpid(grandchild, NULL, 0);
        _exit(grandchild < 0);
    }
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

/* Finds by trial how many processes the keeper's user has on the whole machine. */
static int64_t processes_now(void) {
    int64_t too_few = 0, enough = 1;
    while (enough < MOST_OF_A_USER && !can_start_one_more(enough)) too_few = enough, enough *= 2;
    while (enough - too_few > 1) {
        int64_t middle = (too_few + enough) / 2;
        if (can_start_one_more(middle)) enough = middle;
        else too_few = middle;
    }
    return enough;
}

/* Sets what every bot inherits and the keeper can share, without the limits; done once for a game. */
void prepare_for_bots(struct settings *settings) {
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    /* The system call is used, since signal() leaves out the two that the C library reserves. */
    struct { void (*handler)(int); unsigned long flags, restorer, mask; } usual = {SIG_DFL, 0, 0, 0};
    for (int number = 1; number <= 64; ++number)
        syscall(SYS_rt_sigaction, number, &usual, NULL, sizeof usual.mask);
    settings->processes_of_user = settings->processes;
    if (settings->isolation == NAMESPACES) settings->processes_of_user += OWN_TASKS;
    /* Without a namespace all processes of the user count. */
    if (settings->isolation == LANDLOCK) settings->processes_of_user += processes_now() + ROOM_FOR_OTHERS;
    settings->processes_of_user = lower_limit(RLIMIT_NPROC, settings->processes_of_user);
    settings->needs_wine = settings->isolation == NAMESPACES && access("/wine/lower", F_OK) == 0;
    settings->huge_pages = has_huge_pages();
    if (settings->isolation != NAMESPACES) return;
    for (int capability = 0; capability <= CAP_LAST_CAP; ++capability) prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
}

static bool restrict_itself(const struct settings *settings) {
    if (settings->isolation == NAMESPACES) return drop_capabilities() && hide_processes(settings);
    return settings->isolation == NONE || (enter_own_domain(settings) && drop_capabilities());
}

static void become_bot(const struct settings *settings, struct shared *shared, int output) {
    setsid();
    if (settings->isolation != NAMESPACES) prctl(PR_SET_PDEATHSIG, SIGKILL); /* sent when the keeper ends */
    int nothing = open("/dev/null", O_RDWR);
    if (nothing < 0 || dup2(nothing, 0) < 0 || dup2(output, 1) < 0 || dup2(output, 2) < 0)
        fail(shared, "standard streams");
    /* Without isolation the keeper is in the folder already. */
    if (settings->isolation != NONE && chdir(settings->folder) != 0) fail(shared, "chdir");
    if (!limit_processes(settings)) fail(shared, "setrlimit");
    if (!restrict_itself(settings)) fail(shared, "dropping capabilities");
    if (syscall(CLOSE_RANGE, 3, ~0U, 0) != 0) fail(shared, "close_range");
    execve(settings->command[0], settings->command, settings->environment);
    shared->start_errno = errno;
    _exit(127);
}

/* Reaps an ended process; its time is the bot's, whether the bot waited for it or not. */
static pid_t reap(struct shared *shared, pid_t whom, int options, int *status) {
    struct rusage usage;
    pid_t ended = wait4(whom, status, __WALL | options, &usage);
    if (ended <= 0) return ended;
    shared->cpu_us += spent_us(&usage);
    if (usage.ru_maxrss * 1024L > shared->memory) shared->memory = usage.ru_maxrss * 1024L;
    return ended;
}

/* Kills all that are left. The end of a process namespace would do so, but without their times. */
void kill_the_rest(const struct settings *settings, struct shared *shared) {
    int status;
    do {
        while (reap(shared, -1, WNOHANG, &status) > 0) continue;
        if (settings->isolation == NAMESPACES) kill(-1, SIGKILL);
        else if (settings->isolation == LANDLOCK) kill_in_starter(settings);
        else kill_family();
    } while (reap(shared, -1, 0, &status) > 0);
}

/* Returns a process that has ended and is not reaped yet. */
static pid_t wait_for_an_end(void) {
    siginfo_t end;
    return waitid(P_ALL, 0, &end, WEXITED | WNOWAIT | __WALL) == 0 ? end.si_pid : -1;
}

/* Reaps the bot and all others that have ended. Reaping a bot can take long, and much processor time, if
   one of its threads was kept from its core while exiting: the kernel waits for it in a loop. So the
   time of its end is recorded before. */
void reap_ended(struct shared *shared, pid_t bot) {
    pid_t ended;
    for (int status; (ended = reap(shared, -1, WNOHANG, &status)) > 0;) {
        if (ended != bot) continue;
        shared->status = status;
        shared->ended = true;
    }
    shared->left = ended == 0;
}

static void wait_for_bot(struct shared *shared, pid_t bot) {
    int status;
    for (pid_t ended; (ended = wait_for_an_end()) != bot;)
        if (ended < 0 || reap(shared, ended, 0, &status) < 0) return;
    shared->ended_ns = now_ns();
    reap_ended(shared, bot);
}

pid_t start_bot(const struct settings *settings, struct shared *shared, int output) {
    shared->begun_ns = now_ns();
    pid_t bot = vfork();
    if (bot == 0) become_bot(settings, shared, output);
    return bot;
}

static void play(const struct settings *settings, struct shared *shared, int folder, int output) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    die_first();
    mount_all(settings, shared, folder);
    pid_t bot = start_bot(settings, shared, output);
    if (bot < 0) fail(shared, "fork");
    wait_for_bot(shared, bot);
    if (shared->left) kill_the_rest(settings, shared);
    _exit(0);
}

pid_t start_turn(const struct settings *settings, struct shared *shared, int folder, int output) {
    if (settings->isolation != NAMESPACES) return start_bot(settings, shared, output);
    unsigned long flags = CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWIPC | SIGCHLD;
    pid_t first = syscall(SYS_clone, flags, NULL, NULL, NULL, NULL);
    if (first == 0) play(settings, shared, folder, output);
    return first;
}

pid_t start_first_process(const struct settings *settings, struct shared *shared, int folder, int output) {
    char process[16];
    pid_t first = settings->isolation == NONE ? start_turn(settings, shared, folder, output)
                                          : start_in_starter(shared, folder, output);
    snprintf(process, sizeof process, "%d", first);
    if (first > 0 && settings->isolation != NAMESPACES) make_die_first(process); /* its later children inherit it */
    return first;
}
