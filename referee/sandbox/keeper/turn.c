/* Plays one turn: starts the bot, watches it, stops it at a limit and adds up what it used.

   A playing bot is looked at now and then, at moments that it cannot foresee. If all of its threads
   and processes sleep at a look, the bot is taken to have slept since the look before; if one runs, or
   waits for a core, it is not. So waiting for a core is never taken for sleep, even that of a child
   that has ended since, of which the kernel keeps no account; and a bot that sleeps half of the time
   is seen asleep at half of the looks. Time that is not watched counts for nothing: the moments before
   the first look and after the last, and a long time in which the keeper itself could not look.

   While the bot plays, the keeper sends a sign of life to the referee each second. */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "keeper.h"

enum {
    SOONEST_LOOK_US = 5000,
    LATEST_LOOK_US = 15000,
    MOST_SLEPT_US = 100000, /* most that counts between two looks */
    HELD_UP_US = 1000000,   /* a look that is so late shows that the keeper was stopped */
    FILES_LOOK_US = 150000,
    SIGN_OF_LIFE_NS = 1000000000,
    NOISE_US = 1000
};

static bool fail_turn(struct turn *turn, const char *where) {
    turn->reply.end = KEEPER_FAILED;
    turn->reply.status = errno;
    turn->reply.names = snprintf(turn->names, sizeof turn->names, "%s", where) + 1;
    return false;
}

/* Reads one piece of the bot's output; no more, since it may print faster than anybody can read. There may be
   nothing to read: the bot can open the pipe, too, and take back what it printed. */
static bool read_output(struct turn *turn) {
    char data[65536];
    ssize_t size = read(turn->output, data, sizeof data);
    if (size <= 0) return false;
    /* The turn does not wait for a slow reader. */
    int socket = turn->settings->output_socket;
    if (socket >= 0) send(socket, data, size, MSG_DONTWAIT | MSG_NOSIGNAL);
    int64_t room = turn->settings->output - turn->reply.output;
    int64_t kept = size < room ? size : room;
    memcpy(turn->printed + turn->reply.output, data, kept);
    turn->reply.output += kept;
    turn->reply.printed += size;
    return true;
}

/* Kills all at once: the first of a thousand processes may have to wait for a core for seconds to die,
   while the others go on. Within namespaces all die with the first. */
static void stop(struct turn *turn, enum end end) {
    turn->reply.end = end;
    kill(turn->first, SIGKILL);
    if (turn->settings->isolation == LANDLOCK) kill_in_starter(turn->settings);
    else if (turn->settings->isolation == NONE) kill_family();
}

/* Returns the time since the bot was started, which on a busy machine may be long after the request. */
static int64_t passed_us(const struct turn *turn) {
    int64_t begun = turn->shared->begun_ns;
    return begun ? (now_ns() - begun) / 1000 : 0;
}

/* Returns the time that the bot ran or slept; parallel use of several cores counts once. */
static int64_t own_us(const struct reply *reply, int64_t passed) {
    int64_t own = reply->cpu_us + reply->slept_us;
    return own < passed ? own : passed;
}

/* Returns a random time between two looks, so that a bot cannot sleep whenever it is seen. */
static int64_t random_pause_us(void) {
    static uint64_t state;
    if (state == 0) state = now_ns();
    state = state * 6364136223846793005u + 1442695040888963407u;
    return SOONEST_LOOK_US + (int64_t)((state >> 33) % (LATEST_LOOK_US - SOONEST_LOOK_US));
}

/* Returns how long the bot can be left alone before it could reach a limit. */
static int64_t next_pause_us(const struct turn *turn, int64_t passed) {
    const struct request *request = &turn->request;
    int64_t pause = random_pause_us();
    int64_t left = request->own_us - own_us(&turn->reply, passed);
    int64_t cpu_left = request->cpu_us - turn->reply.cpu_us;
    if (request->cpu_us && cpu_left < left) left = cpu_left;
    if (left < 1000) return 1000;
    return left < pause ? left : pause;
}

/* Returns what the control group has used in this turn, the keeper included; 0 if it is unknown. More
   than the cores can have done is wrong for whatever reason, and counts as unknown. */
static int64_t of_group_us(const struct turn *turn) {
    if (turn->before.group_us < 0) return 0;
    int64_t used = read_account(turn->settings->meter) - turn->before.group_us;
    int64_t most = (now_ns() - turn->before.at_ns) / 1000 * turn->settings->usable_cores + NOISE_US;
    return used >= 0 && used <= most ? used : 0;
}

/* Returns what the keeper itself has used in this turn. */
static int64_t of_keeper_us(const struct turn *turn) { return own_cpu_us() - turn->before.own_us; }

/* Counts the time since the last look as sleep, without the time in which a process is known to have
   run or waited: the bot may have waited for a core and run in between. */
static void take_sleep(struct turn *turn, const struct reading *now, int64_t passed) {
    int64_t slept = passed - turn->last_look_us;
    if (slept > HELD_UP_US) return;
    int64_t ran = now->cpu_us - turn->last.cpu_us;
    int64_t ran_or_waited = now->longest_us - turn->last.longest_us;
    if (slept > MOST_SLEPT_US) slept = MOST_SLEPT_US;
    slept -= ran > ran_or_waited ? ran : ran_or_waited;
    if (slept > 0) turn->reply.slept_us += slept;
}

/* Returns whether output of the bot is unread. */
static bool has_output(const struct turn *turn) {
    int size = 0;
    return ioctl(turn->output, FIONREAD, &size) == 0 && size > 0;
}

/* Returns the time of the turn's first process, where that is not the bot itself. */
static int64_t of_first_us(const struct turn *turn) {
    return turn->settings->isolation == NAMESPACES ? of_process_us(turn->first) : 0;
}

/* Reads what all processes of the turn have used, from the accounts of their group as well. */
static struct reading read_family(const struct turn *turn, int64_t passed) {
    struct reading reading = read_meter(turn->settings, passed);
    int64_t of_group = turn->settings->meter < 0 ? 0 : of_group_us(turn) - of_keeper_us(turn);
    if (of_group > reading.cpu_us) reading.cpu_us = of_group;
    reading.cpu_us -= of_first_us(turn);
    return reading;
}

/* The files that a bot has made are looked at less often than its time: there may be thousands. */
static enum excess look_at_files(struct turn *turn, int64_t passed) {
    if (passed - turn->last_files_us < FILES_LOOK_US) return NO_EXCESS;
    turn->last_files_us = passed;
    return excess_of_files(turn->settings);
}

/* Looks at a bot that is still running, and stops it if it has reached a limit. */
static bool look(struct turn *turn, int64_t passed) {
    if (turn->shared->ended_ns) return false;
    struct reading reading;
    if (!read_lone(turn->settings, turn->first, &reading)) reading = read_family(turn, passed);
    struct reply *reply = &turn->reply;
    if (reading.cpu_us > reply->cpu_us) reply->cpu_us = reading.cpu_us;
    if (reading.memory > reply->memory) reply->memory = reading.memory;
    /* A sleeping bot may be waiting for the keeper to read, which may lack a core itself. */
    if (!reading.awake && !has_output(turn)) take_sleep(turn, &reading, passed);
    turn->last = reading;
    turn->last_look_us = passed;
    enum excess excess;
    if (turn->request.cpu_us && reply->cpu_us >= turn->request.cpu_us) stop(turn, CPU_OVER);
    else if (own_us(reply, passed) >= turn->request.own_us) stop(turn, OWN_TIME_OVER);
    else if (passed >= turn->request.wall_us) stop(turn, OVERLOADED);
    else if (reading.memory > turn->settings->memory) stop(turn, MEMORY_OVER);
    else if ((excess = look_at_files(turn, passed)) != NO_EXCESS) {
        stop(turn, FILES_OVER);
        reply->status = excess;
    }
    else return true;
    return false;
}

/* Sends a sign of life each second; the referee may be too busy to read it. */
static void give_sign_of_life(struct turn *turn) {
    int64_t now = now_ns();
    if (now - turn->last_sign_ns < SIGN_OF_LIFE_NS) return;
    struct reply sign = {.end = GOES_ON};
    send(turn->settings->link, &sign, sizeof sign, MSG_DONTWAIT | MSG_NOSIGNAL);
    turn->last_sign_ns = now;
}

/* Watches until the first process of the turn is dead; then all others are, with namespaces. Returns
   whether the bot may have printed something that is not read yet. If the referee closes the link,
   nobody waits for the reply: the turn is stopped, so that no process outlives the keeper. */
static bool watch_turn(struct turn *turn) {
    struct pollfd events[] = {
        {turn->pidfd, POLLIN, 0}, {turn->output, POLLIN, 0}, {turn->settings->link, POLLRDHUP, 0}};
    bool watching = true;
    turn->last_look_us = turn->last_files_us = 0;
    turn->last_sign_ns = now_ns();
    memset(&turn->last, 0, sizeof turn->last);
    begin_forgotten();
    int64_t look_us = next_pause_us(turn, 0);
    for (;;) {
        int64_t left_us = look_us - passed_us(turn);
        poll(events, 3, !watching ? -1 : left_us > 0 ? (left_us + 999) / 1000 : 0);
        if (events[1].revents) read_output(turn);
        if (events[0].revents) return events[1].revents != 0;
        if (events[2].revents) {
            stop(turn, KEEPER_FAILED);
            watching = false;
            events[2].fd = -1; /* which poll() ignores */
        }
        give_sign_of_life(turn);
        int64_t passed = passed_us(turn);
        if (!watching || passed < look_us) continue;
        watching = look(turn, passed);
        look_us = passed + next_pause_us(turn, passed);
    }
}

/* Reaps and kills; all processes of the turn are dead afterwards. */
static int clear_turn(struct turn *turn) {
    int status = 0;
    if (turn->settings->isolation == NAMESPACES) {
        struct rusage usage = {0};
        wait4(turn->first, &status, __WALL, &usage);
        turn->children_us = spent_us(&usage);
        clear_sockets();
    } else {
        turn->shared->ended_ns = now_ns(); /* reaping can take long: see reap_ended */
        reap_ended(turn->shared, turn->first);
        if (turn->shared->left) kill_the_rest(turn->settings, turn->shared);
        turn->children_us = turn->shared->cpu_us;
    }
    return status;
}

/* Returns the time of children that their parent ignored, which only the group's account includes. */
static int64_t unaccounted_us(const struct turn *turn) {
    if (turn->settings->meter < 0) return forgotten_in_all_us();
    int64_t unknown = of_group_us(turn) - turn->children_us;
    if (unknown > NOISE_US) unknown -= of_keeper_us(turn);
    return unknown > NOISE_US ? unknown : 0;
}

/* Completes the reply with what the bot used: if the account is incomplete, what was last seen. */
static void complete_reply(struct turn *turn) {
    const struct shared *shared = turn->shared;
    struct reply *reply = &turn->reply;
    if (shared->ended) {
        int64_t cpu = shared->cpu_us + unaccounted_us(turn);
        if (cpu > reply->cpu_us) reply->cpu_us = cpu;
    }
    int64_t ended = shared->ended_ns ? shared->ended_ns : now_ns();
    reply->wall_us = (ended - shared->begun_ns) / 1000;
    if (shared->memory > reply->memory) reply->memory = shared->memory;
    reply->left = shared->left;
}

/* Sets the end and the status of a turn that was not stopped. */
static void set_end(struct turn *turn, int status) {
    const struct shared *shared = turn->shared;
    struct reply *reply = &turn->reply;
    if (shared->ended) status = shared->status;
    if (shared->start_errno) {
        reply->end = NOT_STARTED;
        reply->status = shared->start_errno;
    } else if (WIFSIGNALED(status)) {
        reply->end = SIGNALLED;
        reply->status = WTERMSIG(status);
    } else {
        reply->end = EXITED;
        reply->status = WEXITSTATUS(status);
    }
}

/* The keeper holds the writing end of the output as well: so the end of the bot is one event, not two. */
static bool run(struct turn *turn, int mount) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0 || fcntl(ends[0], F_SETFL, O_NONBLOCK) != 0) return fail_turn(turn, "pipe");
    turn->output = ends[0];
    turn->before = (struct account){now_ns(), read_account(turn->settings->meter), own_cpu_us()};
    turn->first = start_first_process(turn->settings, turn->shared, mount, ends[1]);
    if (turn->first < 0) return fail_turn(turn, "clone");
    turn->pidfd = syscall(OPEN_PROCESS, turn->first, 0);
    if (turn->pidfd < 0) return fail_turn(turn, "pidfd_open");
    bool may_have_printed = watch_turn(turn);
    int status = clear_turn(turn);
    if (may_have_printed || turn->shared->left)
        while (has_output(turn) && read_output(turn)) continue;
    close_lone();
    close(turn->pidfd);
    close(ends[0]);
    close(ends[1]);
    errno = turn->shared->failure;
    if (errno) return fail_turn(turn, turn->shared->where);
    complete_reply(turn);
    if (turn->reply.end <= SIGNALLED) set_end(turn, status);
    return true;
}

/* Returns whether the bot may have been unable to write: it has failed, or matrix.txt is as it was, or ends
   with a whole block. Most turns end otherwise, and the file system is not asked. */
static bool may_have_lacked_room(const struct turn *turn) {
    enum { BLOCK = 512 };
    const struct reply *reply = &turn->reply;
    return reply->end != EXITED || reply->status != 0 || reply->kind != REGULAR || reply->read % BLOCK == 0 ||
           (reply->read == turn->request.size && memcmp(turn->file, turn->given, reply->read) == 0);
}

void play_turn(struct turn *turn) {
    int mount;
    int folder = open_folder(turn->settings, &mount);
    if (folder < 0) {
        fail_turn(turn, "folder");
        return;
    }
    memcpy(turn->given, turn->file, turn->request.size);
    if (!put_file(folder, turn->file, turn->request.size)) fail_turn(turn, "matrix.txt");
    else if (run(turn, mount)) {
        take_file(folder, &turn->reply, turn->file);
        take_names(turn->settings, folder, &turn->reply, turn->names);
        turn->reply.full = mount < 0 && may_have_lacked_room(turn) && is_full(folder);
    }
    close_folder(turn->settings, folder, &turn->reply);
    /* If there is room without the files of this bot, it has filled the file system itself. */
    turn->reply.full = turn->reply.full && is_full(turn->settings->lasting_folder);
    if (mount >= 0) close(mount);
}
