/* Forbids the few system calls by which something could outlive a turn, or a bot flee its bounds.

   What a bot makes goes with its processes and its namespaces; but some things the kernel keeps
   elsewhere, and there a bot could leave a note to itself for its next turn. Keys are kept for a
   user; the log is everybody's; how a file's memory is to be spread, what it is likely to be used
   for and whether it is there at all is kept with the file, such as the bot's own program. Sockets
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
enum { IO_URING_SETUP = 425, PROCESS_MADVISE = 440, SET_HOME_NODE = 450 };

/* The same calls as 32-bit programs of x86 number them. */
enum {
    I386_FCNTL = 55,
    I386_SOCKETCALL = 102,
    I386_SYSLOG = 103,
    I386_MADVISE = 219,
    I386_FCNTL64 = 221,
    I386_AFFINITY = 241,
    I386_MBIND = 274,
    I386_ADD_KEY = 286,
    I386_REQUEST_KEY = 287,
    I386_KEYCTL = 288,
    I386_PRLIMIT = 340,
    I386_SOCKET = 359,
};

enum { SOCKETCALL_SOCKET = 1, MYSELF = 0 };
enum { SET_HINT = 1036, SET_FILE_HINT = 1038, PAGE_OUT = 21, COLLAPSE = 25 };

#define LOAD(what) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, what))
#define UNLESS(value, skipped) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, skipped)
#define REFUSE BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define FORBID(call) UNLESS(call, 1), REFUSE
/* By one of its arguments, an int. */
#define FORBID_WITH(call, argument, value) \
    UNLESS(call, 4), LOAD(args[argument]), UNLESS(value, 1), REFUSE, LOAD(nr)
#define FORBID_BUT_WITH(call, argument, value) \
    UNLESS(call, 4), LOAD(args[argument]), UNLESS(value, 1), ALLOW, REFUSE

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
    FORBID(PROCESS_MADVISE),
    FORBID(SYS_sched_setaffinity),
    FORBID_WITH(SYS_fcntl, 1, SET_HINT),
    FORBID_WITH(SYS_fcntl, 1, SET_FILE_HINT),
    FORBID_WITH(SYS_madvise, 2, PAGE_OUT),
    FORBID_WITH(SYS_madvise, 2, COLLAPSE),
    FORBID_BUT_WITH(SYS_socket, 0, AF_UNIX),
    FORBID_BUT_WITH(SYS_prlimit64, 0, MYSELF),
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
    FORBID(PROCESS_MADVISE),
    FORBID(I386_AFFINITY),
    FORBID_WITH(I386_FCNTL, 1, SET_HINT),
    FORBID_WITH(I386_FCNTL, 1, SET_FILE_HINT),
    FORBID_WITH(I386_FCNTL64, 1, SET_HINT),
    FORBID_WITH(I386_FCNTL64, 1, SET_FILE_HINT),
    FORBID_WITH(I386_MADVISE, 2, PAGE_OUT),
    FORBID_WITH(I386_MADVISE, 2, COLLAPSE),
    FORBID_WITH(I386_SOCKETCALL, 0, SOCKETCALL_SOCKET),
    FORBID_BUT_WITH(I386_SOCKET, 0, AF_UNIX),
    FORBID_BUT_WITH(I386_PRLIMIT, 0, MYSELF),
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
