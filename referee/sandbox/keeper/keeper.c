/* The keeper: plays turns of one bot on request, each in new isolation.

   bubblewrap makes a sandbox, which takes milliseconds, and runs this program in it, once for each
   player of a game or of several games. The keeper then starts every turn from inside, in a fraction
   of a millisecond. A turn has namespaces of its own for processes, mounts and ipc within those of the
   sandbox, and a file system in memory for its folder. When the bot has ended or its time is over,
   all processes of the turn are killed before matrix.txt is read.

   Requests come over a socket: a request and matrix.txt come in; a reply with the run result, the
   rewritten matrix.txt and the bot's output goes out. The keeper judges nothing. When the socket is
   closed, it ends, and the sandbox with it.

   It is written in C because it consists of system calls; it allocates no memory and keeps nothing
   from one turn to the next. Without isolation it runs outside a sandbox and does the same, as far as
   that is possible. */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "keeper.h"
#include "mounting.h"

/* Receives a request and the file, mostly at once: the referee sends nothing more until it is answered. */
static bool receive(struct turn *turn) {
    int64_t got = 0, wanted = sizeof turn->request;
    while (got < wanted) {
        ssize_t size = read(turn->settings->link, turn->received + got, sizeof turn->received - got);
        if (size <= 0) return false;
        got += size;
        if (got < (int64_t)sizeof turn->request) continue;
        if (turn->request.size > MOST_FILE) return false;
        wanted = sizeof turn->request + turn->request.size;
    }
    return true;
}

static bool send_all(int link, struct iovec *parts, int count) {
    while (count > 0) {
        ssize_t sent = writev(link, parts, count);
        if (sent < 0) return false;
        for (; count > 0 && (size_t)sent >= parts->iov_len; ++parts, --count) sent -= parts->iov_len;
        if (count > 0) {
            parts->iov_base = (char *)parts->iov_base + sent;
            parts->iov_len -= sent;
        }
    }
    return true;
}

static bool answer(struct turn *turn) {
    struct reply *reply = &turn->reply;
    struct iovec parts[] = {
        {reply, sizeof *reply},
        {turn->file, reply->read},
        {turn->names, reply->names},
        {turn->printed, reply->output},
    };
    return send_all(turn->settings->link, parts, 4);
}

/* The words of settings, which the command line gives as name=value. */
struct words {
    char *isolation, *landlock, *link, *meter, *tasks, *groups, *folder, *readable, *memory, *processes;
    char *file_size, *output, *output_socket, *priority, *cores, *files;
};

/* Stores the value of a setting; fails if no setting has this name. */
static bool take_word(struct words *words, char *setting) {
    const struct {
        const char *name;
        char **value;
    } known[] = {
        {"isolation", &words->isolation}, {"landlock", &words->landlock},
        {"link", &words->link},           {"meter", &words->meter},
        {"tasks", &words->tasks},         {"groups", &words->groups},
        {"folder", &words->folder},       {"readable", &words->readable},
        {"memory", &words->memory},       {"processes", &words->processes},
        {"file-size", &words->file_size}, {"output", &words->output},
        {"output-socket", &words->output_socket}, {"priority", &words->priority},
        {"cores", &words->cores},         {"files", &words->files},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; ++i) {
        size_t length = strlen(known[i].name);
        if (strncmp(setting, known[i].name, length) == 0 && setting[length] == '=') {
            *known[i].value = setting + length + 1;
            return true;
        }
    }
    return false;
}

/* Reads the settings before "--" and returns what follows, the bot's command line; NULL if a setting
   is unknown or missing, or nothing follows. */
static char **read_settings(char **arguments, struct words *words) {
    for (; *arguments != NULL && strcmp(*arguments, "--") != 0; ++arguments)
        if (!take_word(words, *arguments)) return NULL;
    char **each = (char **)words;
    for (size_t i = 0; i < sizeof *words / sizeof *each; ++i)
        if (each[i] == NULL) return NULL;
    return *arguments != NULL && arguments[1] != NULL ? arguments + 1 : NULL;
}

static enum isolation isolation_from_word(const char *word) {
    if (strcmp(word, "namespaces") == 0) return NAMESPACES;
    return strcmp(word, "landlock") == 0 ? LANDLOCK : NONE;
}

/* Returns the kernel's version of Landlock, or an older one that a test names. */
static int landlock_from_word(const char *word) {
    int here = landlock_version();
    return strcmp(word, "newest") == 0 || atoi(word) > here ? here : atoi(word);
}

static struct settings settings_from_words(const struct words *words, char **command) {
    return (struct settings){
        .isolation = isolation_from_word(words->isolation),
        .landlock = landlock_from_word(words->landlock),
        .link = atoi(words->link),
        .meter = atoi(words->meter),
        .tasks = atoi(words->tasks),
        .folder = words->folder,
        .readable = words->readable,
        .memory = atoll(words->memory),
        .processes = atoll(words->processes),
        .file_size = atoll(words->file_size),
        .output = atoll(words->output) < MOST_OUTPUT ? atoll(words->output) : MOST_OUTPUT,
        .output_socket = atoi(words->output_socket),
        .gives_way = strcmp(words->priority, "low") == 0,
        .cores = words->cores,
        .temporary_files = strcmp(words->files, "temporary") == 0,
        .command = command,
    };
}

/* At the level landlock, the folder of the turn lies in the folder that the command line names. */
static bool set_up_landlock(struct settings *settings) {
    static char turn[4096];
    if (settings->landlock == 0) {
        errno = ENOSYS;
        return false;
    }
    snprintf(turn, sizeof turn, "%s/turn", settings->folder);
    settings->play = settings->folder;
    settings->folder = turn;
    return true;
}

/* Makes the mounts private, and /dev read-only, since it is not made anew for each turn. Devices can
   be written to even so, but keep their times, in which a bot could store data. */
static bool set_up_mounts(void) {
    struct mount_change read_only = {.set = MADE_READ_ONLY};
    if (unshare(CLONE_NEWNS) != 0 || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) return false;
    return syscall(SET_MOUNT, AT_FDCWD, "/dev", AND_ALL_BELOW, &read_only, sizeof read_only) == 0;
}

static bool change_user(uid_t user) {
    for (int capability = 0; capability <= CAP_LAST_CAP; ++capability) prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
    return setgroups(0, NULL) == 0 && setresgid(user, user, user) == 0 && setresuid(user, user, user) == 0;
}

/* keeper as USER COMMAND [ARGUMENT] ...
   keeper isolation=namespaces|landlock|none landlock=newest|VERSION link=SOCKET meter=FILE tasks=FILE
          groups=FILE,... folder=PATH readable=PATH:... memory=BYTES processes=COUNT file-size=BYTES output=BYTES
          output-socket=SOCKET priority=normal|low cores=any|CORE,... files=temporary|matrix-only
          -- COMMAND [ARGUMENT] ... */
static int keep(char **arguments, char **environment) {
    static struct turn turn;
    struct words words = {0};
    char **command = read_settings(arguments + 1, &words);
    if (command == NULL) {
        fputs("keeper: a setting is unknown or missing\n", stderr);
        return 2;
    }
    struct settings settings = settings_from_words(&words, command);
    settings.environment = environment;
    settings.looks_at_processes = settings.isolation == NONE || looks_at_processes(settings.command[0]);
    turn.settings = &settings;
    turn.shared = mmap(NULL, sizeof *turn.shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    prctl(PR_SET_DUMPABLE, 0);
    if (settings.isolation == NAMESPACES && !set_up_mounts()) {
        perror("keeper: cannot set up its mounts");
        return 3;
    }
    if (settings.isolation != NAMESPACES) prctl(PR_SET_CHILD_SUBREAPER, 1);
    if (!set_cores_and_priority(&settings)) {
        perror("keeper: cannot choose its cores or its priority");
        return 3;
    }
    prepare_for_bots(&settings);
    fcntl(settings.link, F_SETFD, FD_CLOEXEC);
    fcntl(settings.meter, F_SETFD, FD_CLOEXEC);
    fcntl(settings.tasks, F_SETFD, FD_CLOEXEC);
    fcntl(settings.output_socket, F_SETFD, FD_CLOEXEC);
    join_groups(&settings, words.groups);
    if (settings.isolation == LANDLOCK && !set_up_landlock(&settings)) {
        perror("keeper: cannot apply Landlock");
        return 3;
    }
    if (!set_up_folder(&settings)) {
        perror("keeper: cannot set up the folder of the turns");
        return 3;
    }
    if (settings.isolation != NONE && !start_starter(&settings)) {
        perror("keeper: cannot start the thread that starts bots");
        return 3;
    }
    count_own_tasks(&settings);
    if (!limit_all(&settings)) {
        perror("keeper: cannot set the limits of bots");
        return 3;
    }
    while (receive(&turn)) {
        memset(&turn.reply, 0, sizeof turn.reply);
        memset(turn.shared, 0, sizeof *turn.shared);
        begin_answers();
        play_turn(&turn);
        if (!answer(&turn)) return 1;
    }
    return 0;
}

/* Changes the user, which Python could do only by forking first, and then acts as the keeper or runs
   another command. The keeper does not execute itself again: the new user may not be able to enter
   its folder, as nobody cannot enter root's home. */
int main(int count, char **words, char **environment) {
    if (count < 4 || strcmp(words[1], "as") != 0) return keep(words, environment);
    if (!change_user(atoi(words[2]))) {
        perror("keeper: cannot change its user");
        return 3;
    }
    if (strcmp(words[3], words[0]) == 0) return keep(words + 3, environment);
    execvp(words[3], words + 3);
    perror(words[3]);
    return 3;
}
