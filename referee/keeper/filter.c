/* Forbids the few system calls by which something could outlive a turn, or a bot flee its bounds.

   What a bot makes goes with its processes and its namespaces; but some things the kernel keeps
   elsewhere, and there a bot could leave a note to itself for its next turn. Keys are kept for a
   user; the log is everybody's; how a file's memory is to be spread is kept with the file. Sockets
   other than those of this machine's own processes have counters that stay as long as a network
   does, and some families know no namespaces. A ring has its calls made where no filter sees them.
   And a processor set aside for a game is for both its players. */

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include "keeper.h"

#if defined(__x86_64__)
#define NATIVE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define NATIVE AUDIT_ARCH_AARCH64
#else
#error "say which architecture this is"
#endif

/* Calls that are too young for some libraries' headers; they have one number everywhere. */
enum { IO_URING_SETUP = 425, SET_HOME_NODE = 450 };

/* The same calls as 32-bit programs of x86 number them. */
enum {
    I386_SOCKETCALL = 102,
    I386_SYSLOG = 103,
    I386_AFFINITY = 241,
    I386_MBIND = 274,
    I386_ADD_KEY = 286,
    I386_REQUEST_KEY = 287,
    I386_KEYCTL = 288,
    I386_PRLIMIT = 340,
    I386_SOCKET = 359,
};

enum { SOCKETCALL_SOCKET = 1, MYSELF = 0 };

#define LOAD(what) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, what))
#define UNLESS(value, skipped) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, skipped)
#define REFUSE BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define FORBID(call) UNLESS(call, 1), REFUSE
/* By its first argument, an int. */
#define FORBID_WITH(call, value) UNLESS(call, 4), LOAD(args[0]), UNLESS(value, 1), REFUSE, ALLOW
#define FORBID_BUT_WITH(call, value) UNLESS(call, 4), LOAD(args[0]), UNLESS(value, 1), ALLOW, REFUSE

static const struct sock_filter native[] = {
    LOAD(nr),
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1), /* a third numbering, for x32 */
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
    FORBID(SYS_add_key),
    FORBID(SYS_request_key),
    FORBID(SYS_keyctl),
    FORBID(SYS_syslog),
    FORBID(SYS_mbind),
    FORBID(SET_HOME_NODE),
    FORBID(IO_URING_SETUP),
    FORBID(SYS_sched_setaffinity),
    FORBID_BUT_WITH(SYS_socket, AF_UNIX),
    FORBID_BUT_WITH(SYS_prlimit64, MYSELF),
    ALLOW,
};

static const struct sock_filter of_32_bits[] = {
    LOAD(nr),
    FORBID(I386_ADD_KEY),
    FORBID(I386_REQUEST_KEY),
    FORBID(I386_KEYCTL),
    FORBID(I386_SYSLOG),
    FORBID(I386_MBIND),
    FORBID(SET_HOME_NODE),
    FORBID(IO_URING_SETUP),
    FORBID(I386_AFFINITY),
    FORBID_WITH(I386_SOCKETCALL, SOCKETCALL_SOCKET),
    FORBID_BUT_WITH(I386_SOCKET, AF_UNIX),
    FORBID_BUT_WITH(I386_PRLIMIT, MYSELF),
    ALLOW,
};

enum { NATIVE_LINES = sizeof native / sizeof *native, START = 2 };

bool filter_calls(void) {
    struct sock_filter lines[START + sizeof native / sizeof *native + sizeof of_32_bits / sizeof *native] = {
        LOAD(arch),
        UNLESS(NATIVE, NATIVE_LINES),
    };
    memcpy(lines + START, native, sizeof native);
    memcpy(lines + START + NATIVE_LINES, of_32_bits, sizeof of_32_bits);
    struct sock_fprog filter = {sizeof lines / sizeof *lines, lines};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}
