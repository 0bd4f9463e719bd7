/* Answers a system call in place of the kernel, whose answer describes the whole machine.

   sysinfo() reports the load of the machine, its free memory and the number of its processes, beside
   the size of its memory, which runtimes need. The call cannot be refused: the C library does not
   check whether it failed. So the keeper answers it, with the size of the memory and with nothing
   that a bot could change. Where the system forbids the keeper to write into the memory of any process,
   the kernel answers after all. A bot that forbids it for its own memory gets an error: a program that
   cannot be read, or that calls prctl(), is closed to all processes of its user.

   While the keeper answers, the calling thread sleeps. The keeper's time is counted as the bot's;
   otherwise a bot that only makes such calls would be charged a tenth of the time that passes. */

#define _GNU_SOURCE
#include <errno.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/sysinfo.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "keeper.h"

enum { LARGEST_NOTIFICATION = 256 };

/* Argument of ioctl(): switch to the answering thread and back at once. Older kernels lack it. */
static const unsigned long SET_FLAGS = SECCOMP_IOW(4, uint64_t);
static const uint64_t SWITCH_AT_ONCE = 1;

/* Flag of an answer: the kernel makes the call itself. Headers before Linux 5.5 lack it. */
enum { MAKE_THE_CALL = 1 };

/* The layout for a 32-bit program of x86. */
struct small_sysinfo {
    int32_t uptime;
    uint32_t loads[3], totalram, freeram, sharedram, bufferram, totalswap, freeswap;
    uint16_t procs, pad;
    uint32_t totalhigh, freehigh, mem_unit;
    char unused[8];
};

_Static_assert(sizeof(struct small_sysinfo) == 64, "the size that the kernel uses");

/* A notification or its response; the kernel's structures may be larger than those known here. */
union call {
    struct seccomp_notif notification;
    struct seccomp_notif_resp answer;
    char room[LARGEST_NOTIFICATION];
};

static struct sysinfo machine_info(void) {
    struct sysinfo info;
    struct timespec since_start;
    sysinfo(&info);
    clock_gettime(CLOCK_BOOTTIME, &since_start);
    return (struct sysinfo){
        .uptime = since_start.tv_sec,
        .totalram = info.totalram,
        .freeram = info.totalram,
        .procs = 1,
        .mem_unit = info.mem_unit,
    };
}

static struct small_sysinfo small_from(const struct sysinfo *info) {
    enum { UNIT = 4096 };
    uint32_t units = (uint64_t)info->totalram * info->mem_unit / UNIT;
    return (struct small_sysinfo){
        .uptime = info->uptime, .totalram = units, .freeram = units, .procs = 1, .mem_unit = UNIT};
}

/* Returns 0, or the errno of a failed write into the process's memory. */
static int write_to(pid_t process, uint64_t place, void *data, size_t size) {
    struct iovec from = {data, size}, to = {(void *)(uintptr_t)place, size};
    ssize_t written = process_vm_writev(process, &from, 1, &to, 1, 0);
    return written == (ssize_t)size ? 0 : written < 0 ? errno : EFAULT;
}

static int write_sysinfo(const struct seccomp_notif *notification) {
    struct sysinfo info = machine_info();
    struct small_sysinfo smaller = small_from(&info);
    if (notification->data.arch == AUDIT_ARCH_I386)
        return write_to(notification->pid, notification->data.args[0], &smaller, sizeof smaller);
    return write_to(notification->pid, notification->data.args[0], &info, sizeof info);
}

static struct {
    int listener;
    bool can_write; /* whether the system allows writing into a bot's memory */
    pthread_t thread;
    clockid_t clock; /* processor time of the thread */
    bool is_running;
    atomic_bool has_answered; /* since `before_us` was read */
    int64_t before_us; /* processor time before this turn */
} answerer;

static void answer(union call *call) {
    uint64_t id = call->notification.id;
    /* The caller may have been killed, and its number may be another process's by now. */
    if (ioctl(answerer.listener, SECCOMP_IOCTL_NOTIF_ID_VALID, &id) < 0 && errno == ENOENT)
        return;
    int error = write_sysinfo(&call->notification);
    memset(call, 0, sizeof *call);
    call->answer.id = id;
    if (error != 0 && !answerer.can_write) call->answer.flags = MAKE_THE_CALL;
    else call->answer.error = -error;
    ioctl(answerer.listener, SECCOMP_IOCTL_NOTIF_SEND, call);
}

static void *answer_all(void *nothing) {
    ioctl(answerer.listener, SET_FLAGS, SWITCH_AT_ONCE);
    for (;;) {
        union call call = {.room = {0}};
        bool is_call = ioctl(answerer.listener, SECCOMP_IOCTL_NOTIF_RECV, &call) == 0;
        answerer.has_answered = true;
        if (is_call) answer(&call);
        else if (errno != EINTR && errno != ENOENT) return nothing;
    }
}

static int64_t thread_us(void) {
    struct timespec time;
    if (!answerer.is_running || clock_gettime(answerer.clock, &time) != 0) return 0;
    return time.tv_sec * 1000000LL + time.tv_nsec / 1000;
}

void begin_answers(void) {
    if (atomic_exchange(&answerer.has_answered, false)) answerer.before_us = thread_us();
}

int64_t answers_us(void) { return answerer.has_answered ? thread_us() - answerer.before_us : 0; }

/* Finds by trial whether the system allows the keeper to write into the memory of a process such as a bot.
   Done while there are fewer threads than later: see count_own_tasks. */
static bool can_write_to_child(void) {
    static int64_t place;
    pid_t child = fork();
    if (child == 0) {
        prctl(PR_SET_DUMPABLE, 1);
        raise(SIGSTOP);
        _exit(0);
    }
    if (child < 0) return false;
    waitpid(child, NULL, WUNTRACED);
    bool can_write = write_to(child, (uintptr_t)&place, &place, sizeof place) == 0;
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    return can_write;
}

bool start_answering(int listener) {
    answerer.listener = listener;
    answerer.has_answered = true;
    if (listener < 0) return true;
    answerer.can_write = can_write_to_child();
    errno = pthread_create(&answerer.thread, NULL, answer_all, NULL);
    if (errno == 0) errno = pthread_getcpuclockid(answerer.thread, &answerer.clock);
    answerer.is_running = errno == 0;
    return answerer.is_running;
}
