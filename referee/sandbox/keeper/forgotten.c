/* The time of children whom nobody waits for, as far as it can be known without a control group.

   A process that ignores the end of its children is not told of their time, and no other account has
   it either: the kernel forgets what they used. Who looks now and then sees each of them as it is
   just then, if at all. That one was forgotten is sure even so: it is gone, its parent is not, and
   has not been given a child's page faults since, of which each child has some. (By their time it
   cannot be told: what a process is told of its children's comes in steps of 10 ms.)

   Where one was forgotten between two looks, the time between them is taken to have been spent as it
   is at the second: if somebody runs who was not there at the first, and has run half of his life so
   far and waited for a core in the other half, the bot is taken to have run half of that time; and of
   this only half is taken, since how long somebody waits who still does is not known, and nobody is
   to be charged what he has not used. It is at least what the forgotten were seen to have used.
   Programs that wait for their children are never estimated. */

#include <string.h>

#include "keeper.h"

enum { LONGEST_PAUSE_US = 100000 }; /* between two looks, however late the second is */

static struct {
    struct member members[MOST_PROCESSES];
    int count;
    int64_t passed, known_us; /* when that was, and what was in an account then */
    int64_t forgotten_us;     /* until then, since the turn began */
} last;

void forget_nobody(void) {
    last.count = 0;
    last.passed = last.known_us = last.forgotten_us = 0;
}

static int64_t known_us(const struct member *member) { return member->cpu_us + member->of_children_us; }

int64_t forgotten_in_all_us(void) { return last.forgotten_us; }

/* They stay in order as a rule: so it is looked for first where it would be then. */
static const struct member *find(const struct member *members, int count, pid_t process, int place) {
    for (int n = 0; n < count; ++n) {
        const struct member *member = &members[(place + n) % count];
        if (member->process == process) return member;
    }
    return NULL;
}

/* Whether one who is gone is in the account of his parent. One whose parent is gone has another who
   waits for him: the first process of the turn, or the keeper. */
static bool was_forgotten(const struct member *gone, const struct member *members, int count) {
    const struct member *before = find(last.members, last.count, gone->parent, 0);
    const struct member *parent = find(members, count, gone->parent, 0);
    if (before == NULL || parent == NULL) return false;
    long told = parent->faults_of_children - before->faults_of_children;
    return told < gone->faults + gone->faults_of_children;
}

static int64_t of_forgotten_us(const struct member *members, int count) {
    int64_t sum = 0;
    for (int n = 0; n < last.count; ++n) {
        const struct member *gone = &last.members[n];
        if (find(members, count, gone->process, n) == NULL && was_forgotten(gone, members, count))
            sum += known_us(gone) + 1;
    }
    return sum;
}

/* What all have run since the last look if those who were not there then have come and gone as they
   do now; on one core. */
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
    int64_t of_forgotten = of_forgotten_us(members, count);
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
