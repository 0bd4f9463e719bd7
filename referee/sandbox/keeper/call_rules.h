/* The system calls that a bot is refused, and the results that it gets; filter.c makes a filter of them.

   What a bot makes disappears with its processes and its namespaces. But the kernel keeps some things
   elsewhere, and there a bot could leave data for its next turn. Keys belong to a user; the log to
   the machine; the placement of a file's memory, hints about its use, and whether it is in memory at
   all belong to the file, such as the bot's own program. Sockets other than those between local
   processes have counters that last as long as a network, and some families know no namespaces.
   An io_uring makes calls where no filter sees them. And a processor reserved for a game is for both
   of its players.

   Other things are numbered for the whole machine: cookies of sockets, identities of counters and of
   processes, pending requests. A bot that can use up many numbers and read the next one can pass on
   data, too. Files of the system are shared by all games: what a bot does to them (reading them into
   memory, watching, leasing) must not be visible to others. And some calls describe the machine.

   Where a turn has no namespaces, the filter must do their work: a bot can reach nobody by a socket,
   can leave nothing in System V or POSIX objects shared between processes, and can slow down nobody.
   Landlock lets a bot change the metadata of files that it may not open, if its user owns them:
   modes, owners and times. Such calls report success and do nothing: programs that copy a file want
   to copy its metadata, and need not fail because of this. */

#ifndef CALL_RULES_H
#define CALL_RULES_H

#include <errno.h>
#include <sys/socket.h>

/* The numbers of a call: for this machine's architecture, and for 32-bit programs of x86. The rules do not
   say which numbers calls have for those of ARM, so they can make none. */
#if defined(__x86_64__)
enum { KNOWS_32_BIT = 1 };
#define NATIVE AUDIT_ARCH_X86_64
#define NUMBERS(x86_64, i386, other) {x86_64, i386}
#elif defined(__aarch64__)
enum { KNOWS_32_BIT = 0 };
#define NATIVE AUDIT_ARCH_AARCH64
#define NUMBERS(x86_64, i386, other) {other, NO_SUCH_CALL}
#else
#error "say which architecture this is"
#endif

enum { NO_SUCH_CALL = -1, NEWEST_CALL = 470 };
enum { SET_LEASE = 1024, NOTIFY = 1026, SET_HINT = 1036, SET_FILE_HINT = 1038 };
enum { COLD = 20, PAGE_OUT = 21, COLLAPSE = 25 };
enum { SHOW_COOKIE = 57, PASS_PROCESS = 76, SHOW_PROCESS = 77, WITH_PROCESS = 0x1000 };
static const unsigned SHOW_ENTROPY = 0x80045200; /* of ioctl(): on older kernels reading lowers the value */
enum { ONLY_FROM_MEMORY = 0x8, NOT_INTO_MEMORY = 0x80 }; /* of preadv2() */
enum { IS_DONE = 0, OF_SOCKET = 0xf, MYSELF = 0, TO_BE_FILLED_IN = 0, IDLE_PRIORITY_OF_A_PROCESS = 1 };
enum { NEW_NAMESPACES = 0x7e020080 };
/* Clock identifiers: negative ones belong to processes or, with the bit OF_A_THREAD, to own threads. */
enum { OF_A_THREAD = 4 };
static const unsigned OWN_PROCESS = ~7u, BELOW_ZERO = 1u << 31;
/* Requests of ioctl() that change attributes of a file, as ext4 and others have them. */
enum { SET_FLAGS = 0x40086602, SET_FLAGS_32 = 0x40046602, SET_ATTRIBUTES = 0x401c5820, SET_VERSION = 0x40087602 };

/* Requests of fcntl() and ioctl() that choose the process that a file signals. */
enum { SET_OWNER = 8, SET_OWNER_OF_KIND = 15, SET_OWNER_OF_SOCKET = 0x8901, SET_GROUP_OF_SOCKET = 0x8902 };

/* The condition of a refusal; KEEPER_ANSWERS means that answers.c handles the call. */
enum when { ALWAYS, IF_IT_IS, UNLESS_IT_IS, IF_ANY_OF, IF_CLOCK_OF_OTHERS, KEEPER_ANSWERS };

struct rule {
    int numbers[2];
    enum when when;
    int argument; /* number of the argument, an int, that decides */
    unsigned mask, value;
    int error; /* result for the bot */
};

#define FORBID(x86_64, i386, other) {NUMBERS(x86_64, i386, other), ALWAYS, 0, 0, 0, EPERM}
#define ANSWER(error, x86_64, i386, other) {NUMBERS(x86_64, i386, other), ALWAYS, 0, 0, 0, error}
#define FORBID_IF(argument, value, x86_64, i386, other) \
    {NUMBERS(x86_64, i386, other), IF_IT_IS, argument, ~0u, value, EPERM}
#define FORBID_UNLESS(argument, mask, value, x86_64, i386, other) \
    {NUMBERS(x86_64, i386, other), UNLESS_IT_IS, argument, mask, value, EPERM}
#define PRETEND_UNLESS(argument, mask, value, x86_64, i386, other) \
    {NUMBERS(x86_64, i386, other), UNLESS_IT_IS, argument, mask, value, IS_DONE}
#define ANSWER_ANY_OF(error, argument, mask, x86_64, i386, other) \
    {NUMBERS(x86_64, i386, other), IF_ANY_OF, argument, mask, 0, error}
#define FORBID_ANY_OF(argument, mask, x86_64, i386, other) ANSWER_ANY_OF(EPERM, argument, mask, x86_64, i386, other)
#define FORBID_CLOCKS(x86_64, i386, other) {NUMBERS(x86_64, i386, other), IF_CLOCK_OF_OTHERS, 0, 0, 0, EINVAL}
#define LET_KEEPER_ANSWER(x86_64, i386, other) {NUMBERS(x86_64, i386, other), KEEPER_ANSWERS, 0, 0, 0, 0}

static const struct rule everywhere[] = {
    FORBID_IF(1, SET_LEASE, 72, 55, 25),            /* fcntl */
    FORBID_IF(1, NOTIFY, 72, 55, 25),               /* fcntl */
    FORBID_IF(1, SET_HINT, 72, 55, 25),             /* fcntl */
    FORBID_IF(1, SET_FILE_HINT, 72, 55, 25),        /* fcntl */
    FORBID_IF(1, SET_LEASE, -1, 221, -1),           /* fcntl64 */
    FORBID_IF(1, NOTIFY, -1, 221, -1),              /* fcntl64 */
    FORBID_IF(1, SET_HINT, -1, 221, -1),            /* fcntl64 */
    FORBID_IF(1, SET_FILE_HINT, -1, 221, -1),       /* fcntl64 */
    FORBID_IF(1, SHOW_ENTROPY, 16, 54, 29),         /* ioctl */
    FORBID_IF(2, COLD, 28, 219, 233),               /* madvise */
    FORBID_IF(2, PAGE_OUT, 28, 219, 233),           /* madvise */
    FORBID_IF(2, COLLAPSE, 28, 219, 233),           /* madvise */
    FORBID_ANY_OF(0, WITH_PROCESS, 56, 120, 220),   /* clone */
    ANSWER_ANY_OF(EOPNOTSUPP, 5, ONLY_FROM_MEMORY | NOT_INTO_MEMORY, 327, 378, 286), /* preadv2 */
    FORBID_IF(2, SHOW_COOKIE, 55, 365, 209),        /* getsockopt */
    FORBID_IF(2, SHOW_PROCESS, 55, 365, 209),       /* getsockopt */
    FORBID_IF(2, PASS_PROCESS, 54, 366, 208),       /* setsockopt */
    FORBID_UNLESS(0, ~0u, AF_UNIX, 41, 359, 198),   /* socket */
    FORBID_UNLESS(0, ~0u, AF_UNIX, 53, 360, 199),   /* socketpair */
    FORBID(-1, 102, -1),                            /* socketcall, whose arguments no filter sees */
    FORBID_UNLESS(0, ~0u, MYSELF, 302, 340, 261),   /* prlimit64 */
    ANSWER(ENOSYS, 435, 435, 435),                  /* clone3: then clone is used */
    ANSWER(ENOSYS, 434, 434, 434),                  /* pidfd_open */
    FORBID(248, 286, 217),                          /* add_key */
    FORBID(249, 287, 218),                          /* request_key */
    FORBID(250, 288, 219),                          /* keyctl */
    FORBID(103, 103, 116),                          /* syslog */
    FORBID(237, 274, 235),                          /* mbind */
    FORBID(256, 294, 238),                          /* migrate_pages */
    FORBID(279, 317, 239),                          /* move_pages */
    FORBID(450, 450, 450),                          /* set_mempolicy_home_node */
    FORBID(425, 425, 425),                          /* io_uring_setup */
    ANSWER(ENOSYS, 206, 245, 0),                    /* io_setup */
    FORBID(440, 440, 440),                          /* process_madvise */
    FORBID(323, 374, 282),                          /* userfaultfd: the kernel would wait for the bot */
    FORBID(203, 241, 122),                          /* sched_setaffinity */
    /* Whether a file is in memory, which all games share. */
    ANSWER(IS_DONE, 221, 250, 223),                 /* fadvise64 */
    ANSWER(IS_DONE, -1, 272, -1),                   /* fadvise64_64 */
    ANSWER(ENOSYS, 451, 451, 451),                  /* cachestat */
    /* Observation of other processes. */
    FORBID(253, 291, -1),                           /* inotify_init */
    FORBID(294, 332, 26),                           /* inotify_init1 */
    FORBID(300, 338, 262),                          /* fanotify_init */
    FORBID(298, 336, 241),                          /* perf_event_open */
    FORBID(312, 349, 272),                          /* kcmp */
    FORBID(321, 357, 280),                          /* bpf */
    /* Facts about the machine. */
    LET_KEEPER_ANSWER(99, 116, 179),                /* sysinfo */
    ANSWER(ENOSYS, 137, 99, 43),                    /* statfs */
    ANSWER(ENOSYS, 138, 100, 44),                   /* fstatfs */
    ANSWER(ENOSYS, -1, 268, -1),                    /* statfs64 */
    ANSWER(ENOSYS, -1, 269, -1),                    /* fstatfs64 */
    ANSWER(ENOSYS, 136, 62, -1),                    /* ustat */
    ANSWER(ENOSYS, 457, 457, 457),                  /* statmount */
    ANSWER(ENOSYS, 458, 458, 458),                  /* listmount */
    ANSWER(ENOSYS, 470, 470, 470),                  /* listns */
};

static const struct rule without_namespaces[] = {
    /* Metadata of files; more of them below. */
    FORBID_IF(1, SET_FLAGS, 16, 54, 29),                       /* ioctl */
    FORBID_IF(1, SET_FLAGS_32, 16, 54, 29),                    /* ioctl */
    FORBID_IF(1, SET_ATTRIBUTES, 16, 54, 29),                  /* ioctl */
    FORBID_IF(1, SET_VERSION, 16, 54, 29),                     /* ioctl */
    /* Time used by other processes, such as the keeper, which has read what the bot printed. */
    FORBID_CLOCKS(228, 265, 113),                              /* clock_gettime */
    FORBID_CLOCKS(230, 267, 115),                              /* clock_nanosleep */
    FORBID_CLOCKS(222, 259, 107),                              /* timer_create */
    FORBID_CLOCKS(-1, 403, -1),                                /* clock_gettime64 */
    FORBID_CLOCKS(-1, 407, -1),                                /* clock_nanosleep_time64 */
    /* Sockets: a connected pair is a pipe; all others could reach other processes. */
    FORBID(41, 359, 198),                                      /* socket */
    FORBID(42, 362, 203),                                      /* connect */
    FORBID(49, 361, 200),                                      /* bind */
    FORBID(50, 363, 201),                                      /* listen */
    FORBID_UNLESS(1, OF_SOCKET, SOCK_STREAM, 53, 360, 199),    /* socketpair: a datagram can go elsewhere */
    /* Objects that the kernel keeps until the machine is switched off. */
    FORBID(-1, 117, -1),                                       /* ipc */
    FORBID(29, 395, 194),                                      /* shmget */
    FORBID(30, 397, 196),                                      /* shmat */
    FORBID(31, 396, 195),                                      /* shmctl */
    FORBID(64, 393, 190),                                      /* semget */
    FORBID(65, -1, 193),                                       /* semop */
    FORBID(220, -1, 192),                                      /* semtimedop */
    FORBID(-1, 420, 420),                                      /* semtimedop_time64 */
    FORBID(66, 394, 191),                                      /* semctl */
    FORBID(68, 399, 186),                                      /* msgget */
    FORBID(69, 400, 189),                                      /* msgsnd */
    FORBID(70, 401, 188),                                      /* msgrcv */
    FORBID(71, 402, 187),                                      /* msgctl */
    FORBID(240, 277, 180),                                     /* mq_open */
    FORBID(241, 278, 181),                                     /* mq_unlink */
    /* Capabilities that a bot could gain in a namespace of its own, and calls that no bot needs. */
    FORBID(272, 310, 97),                                      /* unshare */
    FORBID(308, 346, 268),                                     /* setns */
    FORBID_ANY_OF(0, NEW_NAMESPACES, 56, 120, 220),            /* clone */
    FORBID(165, 21, 40),                                       /* mount */
    FORBID(166, 52, 39),                                       /* umount2 */
    FORBID(-1, 22, -1),                                        /* umount */
    FORBID(155, 217, 41),                                      /* pivot_root */
    FORBID(161, 61, 51),                                       /* chroot */
    FORBID(428, 428, 428),                                     /* open_tree */
    FORBID(429, 429, 429),                                     /* move_mount */
    FORBID(430, 430, 430),                                     /* fsopen */
    FORBID(448, 448, 448),                                     /* process_mrelease */
    FORBID(443, 443, 443),                                     /* quotactl_fd */
    FORBID(179, 131, 60),                                      /* quotactl */
    /* Priorities of other programs on the machine; those of the bot's own threads do not matter, and
       Mono would complain. */
    FORBID_UNLESS(0, ~0u, 0, 141, 97, 140),                    /* setpriority: of a process */
    FORBID_UNLESS(1, ~0u, MYSELF, 141, 97, 140),               /* setpriority */
    FORBID_UNLESS(0, ~0u, IDLE_PRIORITY_OF_A_PROCESS, 251, 289, 30), /* ioprio_set */
    FORBID_UNLESS(1, ~0u, MYSELF, 251, 289, 30),               /* ioprio_set */
    PRETEND_UNLESS(0, ~0u, MYSELF, 144, 156, 119), /* sched_setscheduler */
    PRETEND_UNLESS(0, ~0u, MYSELF, 142, 154, 118), /* sched_setparam */
    PRETEND_UNLESS(0, ~0u, MYSELF, 314, 351, 274), /* sched_setattr */
    /* Metadata of files: modes, owners, times and attributes. */
    ANSWER(IS_DONE, 90, 15, -1),                               /* chmod */
    ANSWER(IS_DONE, 91, 94, 52),                               /* fchmod */
    ANSWER(IS_DONE, 268, 306, 53),                             /* fchmodat */
    ANSWER(IS_DONE, 452, 452, 452),                            /* fchmodat2 */
    ANSWER(IS_DONE, 92, 182, -1),                              /* chown */
    ANSWER(IS_DONE, 93, 95, 55),                               /* fchown */
    ANSWER(IS_DONE, 94, 16, -1),                               /* lchown */
    ANSWER(IS_DONE, 260, 298, 54),                             /* fchownat */
    ANSWER(IS_DONE, -1, 212, -1),                              /* chown32 */
    ANSWER(IS_DONE, -1, 207, -1),                              /* fchown32 */
    ANSWER(IS_DONE, -1, 198, -1),                              /* lchown32 */
    ANSWER(IS_DONE, 132, 30, -1),                              /* utime */
    ANSWER(IS_DONE, 235, 271, -1),                             /* utimes */
    ANSWER(IS_DONE, 261, 299, -1),                             /* futimesat */
    ANSWER(IS_DONE, 280, 320, 88),                             /* utimensat */
    ANSWER(IS_DONE, -1, 412, -1),                              /* utimensat_time64 */
    ANSWER(ENOTSUP, 188, 226, 5),                              /* setxattr */
    ANSWER(ENOTSUP, 189, 227, 6),                              /* lsetxattr */
    ANSWER(ENOTSUP, 190, 228, 7),                              /* fsetxattr */
    ANSWER(ENOTSUP, 463, 463, 463),                            /* setxattrat */
    ANSWER(ENOTSUP, 197, 235, 14),                             /* removexattr */
    ANSWER(ENOTSUP, 198, 236, 15),                             /* lremovexattr */
    ANSWER(ENOTSUP, 199, 237, 16),                             /* fremovexattr */
    ANSWER(ENOTSUP, 466, 466, 466),                            /* removexattrat */
    ANSWER(ENOTSUP, 469, 469, 469),                            /* file_setattr */
};

/* Truncation by path, which the first two versions of Landlock do not restrict. */
static const struct rule without_right_to_truncate[] = {
    FORBID(76, 92, 45),   /* truncate */
    FORBID(-1, 193, -1),  /* truncate64 */
};

/* Owners of files, where Landlock does not restrict signals: a file signals its owner when there is something to
   read, and the owner may be any process of the user. */
static const struct rule without_scope_of_owners[] = {
    FORBID_IF(1, SET_OWNER, 72, 55, 25),         /* fcntl */
    FORBID_IF(1, SET_OWNER_OF_KIND, 72, 55, 25), /* fcntl */
    FORBID_IF(1, SET_OWNER, -1, 221, -1),        /* fcntl64 */
    FORBID_IF(1, SET_OWNER_OF_KIND, -1, 221, -1), /* fcntl64 */
    FORBID_IF(1, SET_OWNER_OF_SOCKET, 16, 54, 29), /* ioctl */
    FORBID_IF(1, SET_GROUP_OF_SOCKET, 16, 54, 29), /* ioctl */
};

/* Signals, where Landlock does not restrict them: the bot may signal its first process only. A filter
   compares numbers, so the number of that process is filled in. */
static const struct rule without_scope_of_signals[] = {
    FORBID_UNLESS(0, ~0u, TO_BE_FILLED_IN, 62, 37, 129),   /* kill */
    FORBID_UNLESS(0, ~0u, TO_BE_FILLED_IN, 234, 270, 131), /* tgkill */
    FORBID_UNLESS(0, ~0u, TO_BE_FILLED_IN, 200, 238, 130), /* tkill */
    FORBID_UNLESS(0, ~0u, TO_BE_FILLED_IN, 129, 178, 138), /* rt_sigqueueinfo */
    FORBID_UNLESS(0, ~0u, TO_BE_FILLED_IN, 297, 335, 240), /* rt_tgsigqueueinfo */
    FORBID(424, 424, 424),                                 /* pidfd_send_signal */
};

#endif
