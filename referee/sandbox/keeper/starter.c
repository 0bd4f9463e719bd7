/* The thread of the keeper that starts the bots of a game, and does nothing else.

   The filter of system calls, and the walls where there are no namespaces, are inherited and cannot
   be taken off. So they are put on once, by this thread, and each bot has them from its birth: done
   for each bot anew they would take longer than to start it. The keeper's own calls stay free. */

#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stddef.h>

#include "keeper.h"

/* What the thread is asked to start, and what came of it. */
static struct {
    pthread_t thread;
    sem_t asked, done;
    const struct settings *settings;
    struct shared *shared;
    int folder, output;
    pid_t started; /* or -1, with why */
    int error;
    int questions; /* of bots, which the keeper is to answer; or -1 */
    bool kills; /* what it is asked for: to kill all bots there are, not to start one */
    int trouble;
} starter;

static bool put_all_on(const struct settings *settings) {
    if (settings->stage == NAMESPACES) prepare_to_hide_processes(settings);
    return filter_calls(settings, &starter.questions) && (settings->stage != LANDLOCK || go_behind_walls(settings));
}

static void *start_bots(void *nothing) {
    starter.trouble = put_all_on(starter.settings) ? 0 : errno;
    sem_post(&starter.done);
    for (; !starter.trouble; sem_post(&starter.done)) {
        while (sem_wait(&starter.asked) != 0) continue;
        /* For a thread behind the walls, all processes but its own are the bots of this game. The
           kernel signals them in one go, so that none can fork out of it. */
        if (starter.kills) kill(-1, SIGKILL);
        else starter.started = start_turn(starter.settings, starter.shared, starter.folder, starter.output);
        starter.error = errno;
    }
    return nothing;
}

static void ask_starter(bool kills) {
    starter.kills = kills;
    sem_post(&starter.asked);
    while (sem_wait(&starter.done) != 0) continue;
}

bool start_starter(const struct settings *settings) {
    starter.settings = settings;
    if (sem_init(&starter.asked, 0, 0) != 0 || sem_init(&starter.done, 0, 0) != 0) return false;
    errno = pthread_create(&starter.thread, NULL, start_bots, NULL);
    if (errno != 0) return false;
    while (sem_wait(&starter.done) != 0) continue;
    errno = starter.trouble;
    return starter.trouble == 0 && start_answering(starter.questions);
}

pid_t start_behind_walls(struct shared *shared, int folder, int output) {
    starter.shared = shared;
    starter.folder = folder;
    starter.output = output;
    ask_starter(false);
    errno = starter.error;
    return starter.started;
}

void kill_behind_walls(const struct settings *settings) {
    if (settings->landlock >= KNOWS_SIGNALS) ask_starter(true);
    else kill_family();
}
