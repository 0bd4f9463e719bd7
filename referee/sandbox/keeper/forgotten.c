/* The time of children whose parent does not wait for them, as far as it can be known without a
   control group.

   A process that ignores the end of its children is not charged with their time, and no other account
   has it either: the kernel discards it. Periodic looks see such a child as it is at that moment, if
   at all. But that a child was discarded can be known: it is gone, its parent is not, and the parent
   has not been charged with a child's page faults, of which every child has some. (Their time does
   not tell: a parent is charged with it in steps of 10 ms.)

   If a child was discarded between two looks, the time between them is estimated from the second
   look. If a new process has run for half of its life so far and waited for a core in the other half,
   the bot is taken to have run for half of that time. Only half of the estimate is charged: how long
   a process that still waits will wait is unknown, and no bot is to be charged with time that it has
   not used. At least the time that the discarded children were seen to have used is charged.
   Nothing is estimated for programs that wait for their children. */

#include <string.h>

#include "keeper.h"

enum { LONGEST_PAUSE_US = 100000 }; /* between two looks, however late the second is */

static struct {
    struct member members[MOST_PROCESSES];
    int count;
    int64_t passed, known_us; /* time of the last look, and the accounted time then */
    int64_t forgotten_us;     /* discarded time of this turn until then */
} last;

/* Called at the start of a turn: no time of it is forgotten yet. */
void begin_forgotten(void) {
    last.count = 0;
    last.passed = last.known_us = last.forgotten_us = 0;
}

static int64_t known_us(const struct member *member) { return member->cpu_us + member->of_children_us; }

int64_t forgotten_in_all_us(void) { return last.forgotten_us; }

/* Processes mostly stay in order, so the search begins at the old place. */
static const struct member *find(const struct member *members, int count, pid_t process, int place) {
    for (int n = 0; n < count; ++n) {
        const struct member *member = &members[(place + n) % count];
        if (member->process == process) return member;
    }
    return NULL;
}

/* Returns whether no account includes the time of a process that is gone. If its parent is gone too,
   it got a new parent that waits for it: the first process of the turn, or the keeper. */
static bool was_forgotten(const struct member *gone, const struct member *members, int count) {
    const struct member *before = find(last.members, last.count, gone->parent, 0);
    const struct member *parent = find(members, count, gone->parent, 0);
    if (before == NULL || parent == NULL) return false;
    long charged = parent->faults_of_children - before->faults_of_children;
    return charged < gone->faults + gone->faults_of_children;
}

static int64_t newly_forgotten_us(const struct member *members, int count) {
    int64_t sum = 0;
    for (int n = 0; n < last.count; ++n) {
        const struct member *gone = &last.members[n];
        if (find(members, count, gone->process, n) == NULL && was_forgotten(gone, members, count))
            sum += known_us(gone) + 1;
    }
    return sum;
}

/* Returns what all have run on one core since the last look, if the processes that are new since then
   are typical of those that came and went. */
static int64_t ran_us(const struct member *members, int count, int64_t pause) {
    int64_t ran = 0;
    for (int n = 0; n < count; ++n) {
        const struct member *member = &members[n];
        const struct member *before = find(last.members, last.count, member->process, n);
        if (before != NULL) ran += known_us(member) - known_us(before);
        else if (member->ready_us > 0) ran += pause / 2 * member->ran_us / member->ready_us;
    }
    return ran < pause ? ran : pause;
}

int64_t forgotten_us(const struct member *members, int count, int64_t passed) {
    int64_t known = 0;
    for (int n = 0; n < count; ++n) known += known_us(&members[n]);
    int64_t of_forgotten = newly_forgotten_us(members, count);
    if (of_forgotten > 0) {
        int64_t pause = passed - last.passed < LONGEST_PAUSE_US ? passed - last.passed : LONGEST_PAUSE_US;
        int64_t in_all = last.known_us + last.forgotten_us + ran_us(members, count, pause);
        last.forgotten_us += of_forgotten;
        if (in_all - known > last.forgotten_us) last.forgotten_us = in_all - known;
    }
    memcpy(last.members, members, count * sizeof *members);
    last.count = count;
    last.passed = passed;
    last.known_us = known;
    return last.forgotten_us;
}
