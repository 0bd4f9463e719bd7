/* The thread of the keeper that starts the bots of a game, and does nothing else.

   The filter of system calls, and Landlock's restrictions, are inherited and cannot be removed. So this
   thread applies them once, and each bot has them from its start: to apply them to each bot would take
   longer than starting it. The keeper's own calls stay unrestricted. */

#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stddef.h>

#include "keeper.h"

/* The request to the thread, and its result. */
static struct {
    pthread_t thread;
    sem_t asked, done;
    const struct settings *settings;
    struct shared *shared;
    int folder, output;
    pid_t started; /* -1 if it failed, for the reason `error` */
    int error;
    int listener; /* listener for calls that the keeper answers, or -1 */
    bool kills; /* whether the request is to kill all bots, not to start one */
    int restrictions_error; /* errno of restrictions that could not be applied, or 0 */
} starter;

static bool apply_restrictions(const struct settings *settings) {
    if (settings->isolation == NAMESPACES) prepare_to_hide_processes(settings);
    return filter_calls(settings, &starter.listener) && (settings->isolation != LANDLOCK || apply_landlock(settings));
}

static void *start_bots(void *nothing) {
    starter.restrictions_error = apply_restrictions(starter.settings) ? 0 : errno;
    sem_post(&starter.done);
    for (; !starter.restrictions_error; sem_post(&starter.done)) {
        while (sem_wait(&starter.asked) != 0) continue;
        /* For a thread under Landlock, all processes that it can signal are the bots of this game. The
           kernel signals them at once, so that none can fork in time. */
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
    errno = starter.restrictions_error;
    return starter.restrictions_error == 0 && start_answering(starter.listener);
}

pid_t start_in_starter(struct shared *shared, int folder, int output) {
    starter.shared = shared;
    starter.folder = folder;
    starter.output = output;
    ask_starter(false);
    errno = starter.error;
    return starter.started;
}

void kill_in_starter(const struct settings *settings) {
    if (settings->landlock >= KNOWS_SIGNALS) ask_starter(true);
    else kill_family();
}
