/* Answers a call in the kernel's place, which would tell of the whole machine.

   sysinfo() has the load of the machine, its free memory and the number of its processes beside the
   size of its memory, which runtimes ask for. It cannot be refused: the C library does not look
   whether it was told anything. So the keeper answers, with the size and with nothing that a bot
   could change. Where it may not write into a bot's memory, as some systems have it, the kernel
   answers after all.

   Who asks sleeps meanwhile, and the keeper works: its time is the bot's, or a bot that does nothing
   but ask would play for a tenth of the time that passes. */

#define _GNU_SOURCE
#include <errno.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/sysinfo.h>
#include <sys/uio.h>
#include <time.h>

#include "keeper.h"

enum { MOST_OF_A_QUESTION = 256 };

/* Of an ioctl() and for it: to change to who answers, and back, at once. Older kernels do not know it. */
static const unsigned long SET_FLAGS = SECCOMP_IOW(4, uint64_t);
static const uint64_t AT_ONCE = 1;

/* As a 32-bit program of x86 has it. */
struct small_sysinfo {
    int32_t uptime;
    uint32_t loads[3], totalram, freeram, sharedram, bufferram, totalswap, freeswap;
    uint16_t procs, pad;
    uint32_t totalhigh, freehigh, mem_unit;
    char unused[8];
};

_Static_assert(sizeof(struct small_sysinfo) == 64, "as the kernel has it");

/* The kernel's may be larger than those known here. */
union question {
    struct seccomp_notif asked;
    struct seccomp_notif_resp answer;
    char room[MOST_OF_A_QUESTION];
};

static struct sysinfo of_machine(void) {
    struct sysinfo here;
    struct timespec since_start;
    sysinfo(&here);
    clock_gettime(CLOCK_BOOTTIME, &since_start);
    return (struct sysinfo){
        .uptime = since_start.tv_sec,
        .totalram = here.totalram,
        .freeram = here.totalram,
        .procs = 1,
        .mem_unit = here.mem_unit,
    };
}

static struct small_sysinfo small(const struct sysinfo *here) {
    enum { UNIT = 4096 };
    uint32_t units = (uint64_t)here->totalram * here->mem_unit / UNIT;
    return (struct small_sysinfo){
        .uptime = here->uptime, .totalram = units, .freeram = units, .procs = 1, .mem_unit = UNIT};
}

/* 0, or why it cannot be written there. */
static int write_to(pid_t process, uint64_t place, void *data, size_t size) {
    struct iovec from = {data, size}, to = {(void *)(uintptr_t)place, size};
    ssize_t written = process_vm_writev(process, &from, 1, &to, 1, 0);
    return written == (ssize_t)size ? 0 : written < 0 ? errno : EFAULT;
}

static int tell(const struct seccomp_notif *asked) {
    struct sysinfo here = of_machine();
    struct small_sysinfo smaller = small(&here);
    if (asked->data.arch == AUDIT_ARCH_I386)
        return write_to(asked->pid, asked->data.args[0], &smaller, sizeof smaller);
    return write_to(asked->pid, asked->data.args[0], &here, sizeof here);
}

static struct {
    int questions;
    pthread_t thread;
    clockid_t clock; /* how long it has worked */
    bool works;
    int64_t before_us; /* and how long before this turn */
} answering;

static void answer(union question *question) {
    uint64_t id = question->asked.id;
    int trouble = tell(&question->asked);
    memset(question, 0, sizeof *question);
    question->answer.id = id;
    if (trouble == EFAULT) question->answer.error = -EFAULT;
    else if (trouble != 0) question->answer.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
    ioctl(answering.questions, SECCOMP_IOCTL_NOTIF_SEND, question);
}

static void *answer_all(void *nothing) {
    ioctl(answering.questions, SET_FLAGS, AT_ONCE);
    for (;;) {
        union question question = {.room = {0}};
        if (ioctl(answering.questions, SECCOMP_IOCTL_NOTIF_RECV, &question) == 0) answer(&question);
        else if (errno != EINTR && errno != ENOENT) return nothing;
    }
}

static int64_t worked_us(void) {
    struct timespec time;
    if (!answering.works || clock_gettime(answering.clock, &time) != 0) return 0;
    return time.tv_sec * 1000000LL + time.tv_nsec / 1000;
}

void begin_answers(void) { answering.before_us = worked_us(); }

int64_t answers_us(void) { return worked_us() - answering.before_us; }

bool start_answering(int questions) {
    answering.questions = questions;
    if (questions < 0) return true;
    errno = pthread_create(&answering.thread, NULL, answer_all, NULL);
    if (errno == 0) errno = pthread_getcpuclockid(answering.thread, &answering.clock);
    answering.works = errno == 0;
    return answering.works;
}
