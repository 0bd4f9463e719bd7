/* Forbids the few system calls by which something could outlive a turn, or a bot flee its core.

   Keys are kept by the kernel for a user, not for a process: a bot could leave a note to itself in
   a keyring. A processor set aside for a game is for both its players. All else that a turn could
   leave behind goes with its namespaces and its processes. */

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "keeper.h"

#if defined(__x86_64__)
#define NATIVE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define NATIVE AUDIT_ARCH_AARCH64
#else
#error "say which architecture this is"
#endif

/* The same calls as 32-bit programs of x86 number them. */
enum { I386_AFFINITY = 241, I386_ADD_KEY = 286, I386_REQUEST_KEY = 287, I386_KEYCTL = 288 };

#define LOAD(what) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, what))
#define REFUSE_IF(number)                             \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), \
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

bool filter_calls(void) {
    struct sock_filter lines[] = {
        LOAD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, NATIVE, 0, 12),
        LOAD(nr),
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1), /* a third numbering, for x32 */
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        REFUSE_IF(SYS_add_key),
        REFUSE_IF(SYS_request_key),
        REFUSE_IF(SYS_keyctl),
        REFUSE_IF(SYS_sched_setaffinity),
        ALLOW,
        LOAD(nr),
        REFUSE_IF(I386_ADD_KEY),
        REFUSE_IF(I386_REQUEST_KEY),
        REFUSE_IF(I386_KEYCTL),
        REFUSE_IF(I386_AFFINITY),
        ALLOW,
    };
    struct sock_fprog filter = {sizeof lines / sizeof *lines, lines};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}
