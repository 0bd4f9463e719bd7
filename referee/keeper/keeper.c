/* Keeps a stage for one bot and lets it play a turn each time it is asked to.

   bubblewrap makes a sandbox, which takes milliseconds, and runs this program in it once for each
   player of a game. It then enters every turn from inside, in a fraction of a millisecond: a turn
   has namespaces of its own for processes, mounts and ipc within those of the sandbox, and a file
   system in memory of its own for its folder. When the bot has ended, or its time has, everything
   of the turn is dead before matrix.txt is looked at.

   It is told what to do over a socket: a request and matrix.txt come in, a reply with what
   happened, matrix.txt as it is now and what the bot printed goes out. It judges nothing. When the
   socket closes it ends, and the sandbox with it.

   It is in C since there is nothing in it but system calls; it allocates no memory and keeps
   nothing from one turn to the next. Without isolation it runs outside a sandbox and does the
   same, as well as that can be done. */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/mount.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "keeper.h"

enum { MOST_OUTPUT = 1 << 20, WATCH_US = 10000, NOISE_US = 1000 };

/* Processor time until now, in microseconds. */
struct account {
    int64_t group, own, children;
};

struct turn {
    const struct settings *settings;
    struct scene *scene;
    struct request request;
    struct reply reply;
    struct account before; /* the keeper's own, and its group's */
    pid_t first;
    int pidfd, output;
    char file[MOST_FILE + 1], names[MOST_NAMES], printed[MOST_OUTPUT];
};

static bool trouble(struct turn *turn, const char *where) {
    turn->reply.end = TROUBLE;
    turn->reply.status = errno;
    turn->reply.names = snprintf(turn->names, sizeof turn->names, "%s", where) + 1;
    return false;
}

/* A piece of what the bot prints. Only a piece: it may print faster than anybody can read. */
static bool hear(struct turn *turn) {
    char more[65536];
    ssize_t size = read(turn->output, more, sizeof more);
    if (size <= 0) return false;
    int64_t room = turn->settings->output - turn->reply.output;
    int64_t kept = size < room ? size : room;
    memcpy(turn->printed + turn->reply.output, more, kept);
    turn->reply.output += kept;
    turn->reply.printed += size;
    return true;
}

static void stop(struct turn *turn, enum end end) {
    turn->reply.end = end;
    turn->reply.waited_us = read_waiting();
    kill(turn->first, SIGKILL);
}

/* Since the bot was started: on a busy machine its stage may have taken a while to set. */
static int64_t passed_us(const struct turn *turn) {
    int64_t begun = turn->scene->begun_ns;
    return begun ? (now_ns() - begun) / 1000 : 0;
}

/* How long the bot can be left alone before a limit could be reached. */
static int64_t patience_us(const struct turn *turn, int64_t passed) {
    const struct request *request = &turn->request;
    int64_t left = request->wall_us - passed;
    int64_t cpu_left = request->cpu_us - turn->reply.cpu_us;
    if (request->cpu_us && cpu_left < left) left = cpu_left;
    if (left < 1000) return 1000;
    return left < WATCH_US ? left : WATCH_US;
}

/* What the control group has used, but for the keeper, who is in it. */
static int64_t of_group_us(const struct turn *turn) {
    struct rusage own;
    getrusage(RUSAGE_SELF, &own);
    int64_t all = read_account(turn->settings->meter) - turn->before.group;
    return all - (spent_us(&own) - turn->before.own);
}

/* Looks at a bot that has not ended after a while, and stops it if a limit is reached. */
static bool watch(struct turn *turn, int64_t passed) {
    if (turn->scene->ended) return false;
    struct reading reading = read_meter();
    int64_t of_group = of_group_us(turn);
    if (of_group > reading.cpu_us) reading.cpu_us = of_group;
    reading.cpu_us -= turn->scene->own_us;
    struct reply *reply = &turn->reply;
    if (reading.cpu_us > reply->cpu_us) reply->cpu_us = reading.cpu_us;
    if (reading.memory > reply->memory) reply->memory = reading.memory;
    if (turn->request.cpu_us && reply->cpu_us >= turn->request.cpu_us) stop(turn, CPU_OVER);
    else if (passed >= turn->request.wall_us) stop(turn, WALL_OVER);
    else if (reading.memory > turn->settings->memory) stop(turn, MEMORY_OVER);
    else return true;
    return false;
}

/* Until the first process of the turn is dead: with it all others are. */
static void attend(struct turn *turn) {
    struct pollfd events[] = {{turn->pidfd, POLLIN, 0}, {turn->output, POLLIN, 0}};
    bool watching = true;
    int64_t look_us = patience_us(turn, 0);
    for (;;) {
        int64_t left_us = look_us - passed_us(turn);
        poll(events, 2, !watching ? -1 : left_us > 0 ? (left_us + 999) / 1000 : 0);
        if (events[1].revents & POLLIN) hear(turn);
        else if (events[1].revents) events[1].fd = -1; /* it has closed its output */
        if (events[0].revents) return;
        int64_t passed = passed_us(turn);
        if (!watching || passed < look_us) continue;
        watching = watch(turn, passed);
        look_us = passed + patience_us(turn, passed);
    }
}

static struct account read_accounts(const struct settings *settings) {
    struct rusage own, children;
    getrusage(RUSAGE_SELF, &own);
    getrusage(RUSAGE_CHILDREN, &children);
    return (struct account){read_account(settings->meter), spent_us(&own), spent_us(&children)};
}

/* All processes of the turn are dead after this. */
static int clear_stage(struct turn *turn) {
    int status = 0;
    if (turn->settings->isolated) {
        waitpid(turn->first, &status, __WALL);
        clear_sockets();
    } else {
        wait_for_bot(turn->scene, turn->first);
        if (turn->scene->left) kill_the_rest(turn->settings, turn->scene);
    }
    return status;
}

/* Children whose parent ignores them are in nobody's account but their group's. */
static int64_t unaccounted_us(struct account before, struct account now) {
    int64_t of_group = now.group - before.group;
    int64_t known = now.own - before.own + now.children - before.children;
    return of_group - known > NOISE_US ? of_group - known : 0;
}

/* What the bot used. */
static void settle(struct turn *turn) {
    const struct scene *scene = turn->scene;
    struct reply *reply = &turn->reply;
    struct account now = read_accounts(turn->settings);
    int64_t cpu = now.children - turn->before.children - scene->own_us;
    if (scene->ended) cpu = scene->cpu_us;
    cpu += unaccounted_us(turn->before, now);
    if (cpu > reply->cpu_us) reply->cpu_us = cpu;
    int64_t ended = scene->ended ? scene->ended_ns : now_ns();
    reply->wall_us = (ended - scene->begun_ns) / 1000;
    if (scene->memory > reply->memory) reply->memory = scene->memory;
    reply->left = scene->left;
}

/* How it ended, where it was not stopped. */
static void name_end(struct turn *turn, int status) {
    const struct scene *scene = turn->scene;
    struct reply *reply = &turn->reply;
    if (scene->ended) status = scene->status;
    if (scene->start_errno) {
        reply->end = NOT_STARTED;
        reply->status = scene->start_errno;
    } else if (WIFSIGNALED(status)) {
        reply->end = SIGNALLED;
        reply->status = WTERMSIG(status);
    } else {
        reply->end = EXITED;
        reply->status = WEXITSTATUS(status);
    }
}

static bool run(struct turn *turn, int mount) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return trouble(turn, "pipe");
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    turn->output = ends[0];
    turn->before = read_accounts(turn->settings);
    turn->first = open_stage(turn->settings, turn->scene, mount, ends[1]);
    close(ends[1]);
    if (turn->first < 0) return trouble(turn, "clone");
    turn->pidfd = syscall(SYS_pidfd_open, turn->first, 0);
    if (turn->pidfd < 0) return trouble(turn, "pidfd_open");
    attend(turn);
    int status = clear_stage(turn);
    while (hear(turn)) continue;
    close(turn->pidfd);
    close(ends[0]);
    errno = turn->scene->trouble;
    if (errno) return trouble(turn, turn->scene->where);
    settle(turn);
    if (turn->reply.end <= SIGNALLED) name_end(turn, status);
    return true;
}

static void play_turn(struct turn *turn) {
    int mount;
    int folder = open_folder(turn->settings, &mount);
    if (folder < 0) {
        trouble(turn, "folder");
        return;
    }
    if (!put_file(folder, turn->file, turn->request.size)) trouble(turn, "matrix.txt");
    else if (run(turn, mount)) {
        take_file(folder, &turn->reply, turn->file);
        take_names(folder, &turn->reply, turn->names);
    }
    if (!turn->settings->isolated) empty_folder(folder);
    close(folder);
    if (mount >= 0) close(mount);
}

static bool receive(int link, void *data, int64_t size) {
    char *at = data;
    for (ssize_t got; size > 0; at += got, size -= got)
        if ((got = read(link, at, size)) <= 0) return false;
    return true;
}

static bool send_all(int link, struct iovec *parts, int count) {
    while (count > 0) {
        ssize_t sent = writev(link, parts, count);
        if (sent < 0) return false;
        for (; count > 0 && (size_t)sent >= parts->iov_len; ++parts, --count) sent -= parts->iov_len;
        if (count > 0) {
            parts->iov_base = (char *)parts->iov_base + sent;
            parts->iov_len -= sent;
        }
    }
    return true;
}

static bool answer(struct turn *turn) {
    struct reply *reply = &turn->reply;
    struct iovec parts[] = {
        {reply, sizeof *reply},
        {turn->file, reply->read},
        {turn->names, reply->names},
        {turn->printed, reply->output},
    };
    return send_all(turn->settings->link, parts, 4);
}

static struct settings settings_of(char **words) {
    return (struct settings){
        .isolated = strcmp(words[1], "isolated") == 0,
        .link = atoi(words[2]),
        .meter = atoi(words[3]),
        .folder = words[5],
        .memory = atoll(words[6]),
        .processes = atoll(words[7]),
        .file_size = atoll(words[8]),
        .output = atoll(words[9]) < MOST_OUTPUT ? atoll(words[9]) : MOST_OUTPUT,
        .command = words + 10,
    };
}

/* Mounts of ours are nobody else's. What is not new in each turn cannot be changed in one: devices
   can be written to even so, but they keep their times, in which a bot could leave itself a note. */
static bool set_up_mounts(void) {
    struct mount_attr read_only = {.attr_set = MOUNT_ATTR_RDONLY};
    if (unshare(CLONE_NEWNS) != 0 || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) return false;
    return syscall(SYS_mount_setattr, AT_FDCWD, "/dev", AT_RECURSIVE, &read_only, sizeof read_only) == 0;
}

/* keeper isolated|bare SOCKET METER GROUPS FOLDER MEMORY PROCESSES FILE_SIZE OUTPUT COMMAND [ARGUMENT] ... */
int main(int count, char **words, char **environment) {
    static struct turn turn;
    if (count < 11) return 2;
    struct settings settings = settings_of(words);
    settings.environment = environment;
    turn.settings = &settings;
    turn.scene = mmap(NULL, sizeof *turn.scene, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    prctl(PR_SET_DUMPABLE, 0);
    if (settings.isolated && !set_up_mounts()) {
        perror("keeper: cannot set up its mounts");
        return 3;
    }
    if (!settings.isolated) prctl(PR_SET_CHILD_SUBREAPER, 1);
    fcntl(settings.link, F_SETFD, FD_CLOEXEC);
    fcntl(settings.meter, F_SETFD, FD_CLOEXEC);
    join_groups(words[4]);
    while (receive(settings.link, &turn.request, sizeof turn.request)) {
        memset(&turn.reply, 0, sizeof turn.reply);
        memset(turn.scene, 0, sizeof *turn.scene);
        if (turn.request.size > MOST_FILE || !receive(settings.link, turn.file, turn.request.size)) return 1;
        play_turn(&turn);
        if (!answer(&turn)) return 1;
    }
    return 0;
}
