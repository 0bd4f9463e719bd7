/* Forbids the system calls by which something could outlive a turn, or a bot could escape its limits.

   call_rules.h lists them with the reasons. The filter takes time only where it reads arguments of a
   call; about all other calls the kernel decides beforehand. So the rules for frequent calls with
   arguments come first. */

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "call_rules.h"
#include "keeper.h"

enum { MOST_LINES = 1024 };

struct program {
    struct sock_filter lines[MOST_LINES];
    unsigned short length;
    unsigned asks_keeper; /* result for a call that the keeper answers */
};

static void add(struct program *program, struct sock_filter line) { program->lines[program->length++] = line; }

static void load(struct program *program, size_t place) {
    add(program, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, place));
}

static void refuse(struct program *program, int error) {
    add(program, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error));
}

static void allow(struct program *program) {
    add(program, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
}

/* Skips if_so lines if the test holds, if_not lines otherwise. */
static void skip(struct program *program, unsigned short test, unsigned value, int if_so, int if_not) {
    add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | test | BPF_K, value, if_so, if_not));
}

static size_t offset_of(int argument) { return offsetof(struct seccomp_data, args) + argument * sizeof(__u64); }

/* Refuses clocks of processes other than the bot's own. */
static void add_clock_rule(struct program *program, const struct rule *rule, int number) {
    skip(program, BPF_JEQ, number, 0, 6);
    load(program, offset_of(rule->argument));
    skip(program, BPF_JSET, OF_A_THREAD, 3, 0);
    skip(program, BPF_JGE, OWN_PROCESS, 2, 0);
    skip(program, BPF_JSET, BELOW_ZERO, 0, 1);
    refuse(program, rule->error);
    load(program, offsetof(struct seccomp_data, nr));
}

static void add_plain_rule(struct program *program, int number, unsigned answer) {
    skip(program, BPF_JEQ, number, 0, 1);
    add(program, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, answer));
}

/* The number of the call is loaded before the rule, and after it if the call was not refused. */
static void add_rule(struct program *program, const struct rule *rule, int number) {
    if (rule->when == ALWAYS) return add_plain_rule(program, number, SECCOMP_RET_ERRNO | rule->error);
    if (rule->when == KEEPER_ANSWERS) return add_plain_rule(program, number, program->asks_keeper);
    if (rule->when == IF_CLOCK_OF_OTHERS) return add_clock_rule(program, rule, number);
    bool masks = rule->when == UNLESS_IT_IS && rule->mask != ~0u;
    skip(program, BPF_JEQ, number, 0, masks ? 5 : 4);
    load(program, offset_of(rule->argument));
    if (masks) add(program, (struct sock_filter)BPF_STMT(BPF_ALU | BPF_AND | BPF_K, rule->mask));
    if (rule->when == IF_IT_IS) skip(program, BPF_JEQ, rule->value, 0, 1);
    else if (rule->when == UNLESS_IT_IS) skip(program, BPF_JEQ, rule->value, 1, 0);
    else skip(program, BPF_JSET, rule->mask, 0, 1);
    refuse(program, rule->error);
    load(program, offsetof(struct seccomp_data, nr));
}

static void add_rules(struct program *program, const struct rule *rules, int count, int numbering) {
    for (int n = 0; n < count; ++n)
        if (rules[n].numbers[numbering] != NO_SUCH_CALL)
            add_rule(program, &rules[n], rules[n].numbers[numbering]);
}

#define ADD_ALL(rules) add_rules(program, rules, sizeof(rules) / sizeof *(rules), numbering)

static void add_usual(struct program *program, const struct settings *settings, int numbering) {
    ADD_ALL(everywhere);
    if (settings->isolation != LANDLOCK) return;
    ADD_ALL(without_namespaces);
    if (settings->landlock < KNOWS_TRUNCATE) ADD_ALL(without_right_to_truncate);
    if (settings->landlock < KNOWS_SIGNALS) ADD_ALL(without_scope_of_owners);
}

static void add_signals(struct program *program, const struct settings *settings, int numbering) {
    (void)settings;
    int count = sizeof without_scope_of_signals / sizeof *without_scope_of_signals;
    for (int n = 0; n < count; ++n) {
        struct rule rule = without_scope_of_signals[n];
        rule.value = getpid();
        add_rules(program, &rule, 1, numbering);
    }
}

typedef void (*add_numbering)(struct program *, const struct settings *, int numbering);

/* Calls newer than this program are refused; the numbers of x32 are far beyond NEWEST_CALL. */
static void add_half(struct program *program, add_numbering rules, const struct settings *settings, int numbering) {
    load(program, offsetof(struct seccomp_data, nr));
    skip(program, BPF_JGT, NEWEST_CALL, 0, 1);
    refuse(program, ENOSYS);
    rules(program, settings, numbering);
    allow(program);
}

/* Conditional jumps reach at most 255 lines, so an unconditional one leads to the second half. */
static void write_filter(struct program *program, add_numbering rules, const struct settings *settings) {
    load(program, offsetof(struct seccomp_data, arch));
    skip(program, BPF_JEQ, NATIVE, 1, 0);
    int jump = program->length;
    add(program, (struct sock_filter)BPF_STMT(BPF_JMP | BPF_JA, TO_BE_FILLED_IN));
    add_half(program, rules, settings, 0);
    program->lines[jump].k = program->length - jump - 1;
    if (KNOWS_32_BIT) add_half(program, rules, settings, 1);
    else add(program, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS));
}

static int install(struct program *program, unsigned flags) {
    struct sock_fprog filter = {program->length, program->lines};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &filter);
}

/* Where no listener can be made, or another one exists, the kernel answers all calls itself. */
bool filter_calls(const struct settings *settings, int *listener) {
    struct program asking = {.asks_keeper = SECCOMP_RET_USER_NOTIF}, other = {.asks_keeper = SECCOMP_RET_ALLOW};
    write_filter(&asking, add_usual, settings);
    *listener = install(&asking, SECCOMP_FILTER_FLAG_NEW_LISTENER);
    if (*listener >= 0) return true;
    write_filter(&other, add_usual, settings);
    return install(&other, 0) == 0;
}

bool filter_signals(const struct settings *settings) {
    struct program program = {.length = 0};
    write_filter(&program, add_signals, settings);
    return install(&program, 0) == 0;
}
