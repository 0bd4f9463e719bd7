/* Declarations that the parts of the keeper share; see keeper.c. */

#ifndef KEEPER_H
#define KEEPER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

enum { MOST_FILE = 65536, MOST_NAMES = 4096, MOST_OUTPUT = 1 << 20 };

/* Numbers of system calls that headers older than the kernel lack. */
enum { OPEN_PROCESS = 434, CLOSE_RANGE = 436 };

/* The isolation levels: own namespaces, the restrictions of landlock.c, or none. */
enum isolation { NAMESPACES, LANDLOCK, NONE };

/* Versions of Landlock that brought the features used here. */
enum { KNOWS_OTHER_FOLDERS = 2, KNOWS_TRUNCATE = 3, KNOWS_NETWORK = 4, KNOWS_DEVICES = 5, KNOWS_SIGNALS = 6 };

/* Settings that all turns of a game share. */
struct settings {
    enum isolation isolation;
    int landlock;         /* version of Landlock that is used; 0 for none */
    bool looks_at_processes;   /* whether the bot may read /proc */
    bool needs_wine;
    const char *play;     /* at the level landlock, the parent of the turn's folders */
    const char *readable; /* other paths that can be read and run, separated by colons */
    int64_t processes_of_user; /* limit for all processes of the keeper's user */
    int link;             /* socket to the referee */
    int meter;            /* file with the control group's processor time, or -1 */
    int tasks;            /* file with the highest number of tasks that the group has had, or -1 */
    int64_t tasks_with_one; /* that number while each bot has been one process with one thread */
    const char *folder;   /* folder of matrix.txt, as the bot sees it */
    int lasting_folder;   /* open folder that lasts for the game: `play`, or without isolation `folder` */
    int usable_cores;     /* number of cores that the keeper's children can use */
    int64_t memory;       /* bytes for all processes of the bot together */
    int64_t processes;    /* processes and threads at once */
    int64_t file_size;    /* bytes of one file */
    int64_t output;       /* bytes of the bot's output that are stored */
    int output_socket;    /* socket to which output is forwarded at once, or -1 */
    bool gives_way;       /* whether all other programs go first */
    char *cores;          /* numbers of the cores to run on, or "any" */
    bool temporary_files; /* whether the bot may write files other than matrix.txt */
    bool huge_pages;      /* whether the machine has huge pages */
    char **command;
    char **environment;
};

/* A request to play one turn; the bytes of the file follow. */
struct request {
    int64_t cpu_us;  /* limit on processor time; 0 for none */
    int64_t own_us;  /* limit on the time that the bot runs and sleeps */
    int64_t wall_us; /* limit on the time that passes; the bot is not at fault */
    int64_t size;    /* bytes of the file */
};

enum end {
    EXITED,
    SIGNALLED,
    NOT_STARTED,
    CPU_OVER,
    OWN_TIME_OVER,
    MEMORY_OVER,
    OVERLOADED, /* the bot waited for a core for longer than a game can wait */
    KEEPER_FAILED,
    GOES_ON,    /* no end, but a sign of life during the turn */
    FILES_OVER  /* the status is an enum excess */
};
enum excess { NO_EXCESS, EXCESS_OF_BYTES, EXCESS_OF_FILES, EXCESS_OF_DEPTH };
enum kind { MISSING, REGULAR, LINK, FOLDER, FIFO, SOCKET, DEVICE, UNREADABLE };

/* The run result of a turn; the file's bytes, the names in the folder and the output follow. */
struct reply {
    int64_t end;     /* enum end */
    int64_t status;  /* exit status, signal, errno, or enum excess */
    int64_t cpu_us;
    int64_t wall_us;
    int64_t slept_us; /* time in which all processes were seen asleep */
    int64_t memory;    /* largest number of bytes seen in use */
    int64_t left;      /* whether processes were left at the end */
    int64_t kind;      /* enum kind of matrix.txt */
    int64_t links;
    int64_t file_size;
    int64_t read;    /* bytes of the file that follow, at most MOST_FILE */
    int64_t names;   /* bytes of the names in the folder, each ended by a zero */
    int64_t output;  /* bytes of output that follow */
    int64_t printed; /* bytes of all output */
    int64_t full;    /* whether a bot that may have failed found the file system of its folder full */
};

/* Memory in which the processes of one turn report to the keeper. */
struct shared {
    int64_t begun_ns, ended_ns; /* start and end of the bot; it is reaped only after its end */
    int64_t cpu_us;  /* of the bot and its descendants, without disowned children */
    int64_t memory;
    int start_errno; /* errno of a failed start */
    int status;      /* status from wait() */
    int failure;     /* errno of a failure of the keeper; `where` names the place */
    char where[32];
    bool ended; /* the bot was reaped and its time is complete */
    bool left;
};

/* Processor times of the keeper and of its group up to a moment; `group_us` is negative if unknown. */
struct account {
    int64_t at_ns, group_us, own_us;
};

/* A process of a turn at one look; most turns have one process. */
struct member {
    pid_t process, parent;
    int64_t cpu_us;                  /* of all threads, including ended ones */
    int64_t of_children_us;          /* of reaped children, in steps of the kernel's tick */
    long faults, faults_of_children; /* page faults; those of children show that some were reaped */
    int64_t longest_us;              /* longest time that one thread has run or waited for a core */
    int64_t ran_us, ready_us;        /* of awake threads: time that they ran; time that they ran or waited */
    int64_t memory;
    bool awake;
};

enum { MOST_PROCESSES = 1024 };

/* The sums over all processes of a turn at one look. */
struct reading {
    int64_t cpu_us, memory;
    int64_t longest_us; /* longest time that one thread has run or waited for a core */
    bool awake;         /* whether a thread runs or waits for a core */
};

/* A turn that is being played. */
struct turn {
    const struct settings *settings;
    struct shared *shared;
    struct reply reply;
    struct account before; /* times before the turn */
    int64_t children_us;   /* processor time of all processes that were waited for */
    pid_t first;
    int pidfd, output;
    struct reading last; /* the last look */
    int64_t last_look_us;   /* time of the last look */
    int64_t last_files_us;  /* time of the last look at the files */
    int64_t last_sign_ns;     /* time of the last sign of life */
    union {
        char received[sizeof(struct request) + MOST_FILE];
        struct {
            struct request request;
            char file[MOST_FILE];
        };
    };
    char given[MOST_FILE]; /* the file before the turn */
    char names[MOST_NAMES], printed[MOST_OUTPUT];
};

/* turn.c: plays a turn. */
void play_turn(struct turn *turn);

/* bot_start.c: starts the bot. The turn is over when the returned process has ended. */
pid_t start_first_process(const struct settings *settings, struct shared *shared, int mount, int output);
void prepare_for_bots(struct settings *settings);
pid_t start_turn(const struct settings *settings, struct shared *shared, int mount, int output);
pid_t start_bot(const struct settings *settings, struct shared *shared, int output);
void reap_ended(struct shared *shared, pid_t bot);
bool limit_all(const struct settings *settings);
void kill_the_rest(const struct settings *settings, struct shared *shared);

/* folder.c: the folder of one turn. */
int open_folder(const struct settings *settings, int *mount);
void close_folder(const struct settings *settings, int folder, struct reply *reply);
bool set_up_folder(struct settings *settings);
void each_entry(int folder, bool (*each)(int folder, const char *name, void *more), void *more);
enum excess excess_of_files(const struct settings *settings);
bool is_full(int folder);
bool put_file(int folder, const char *data, int64_t size);
void take_file(int folder, struct reply *reply, char *data);
void take_names(const struct settings *settings, int folder, struct reply *reply, char *names);

/* meter.c: what the processes of a turn and their control group have used so far. */
void count_own_tasks(struct settings *settings);
bool read_lone(const struct settings *settings, pid_t first, struct reading *reading);
void close_lone(void);
struct reading read_meter(const struct settings *settings, int64_t passed);
bool has_huge_pages(void);
void kill_family(void);
int64_t read_account(int file);
void join_groups(struct settings *settings, char *files);
bool set_cores_and_priority(struct settings *settings);
int64_t own_cpu_us(void);
int64_t of_process_us(pid_t process);
int64_t spent_us(const struct rusage *usage);
int64_t now_ns(void);

/* forgotten.c: time that is in no account, where there is no control group. */
int64_t forgotten_us(const struct member *members, int count, int64_t passed);
int64_t forgotten_in_all_us(void);
void begin_forgotten(void);

/* sockets.c: removes sockets that a turn has left in the sandbox's network. */
void clear_sockets(void);

/* starter.c: the thread that starts the bots of a game, with the restrictions that bots inherit. */
bool start_starter(const struct settings *settings);
pid_t start_in_starter(struct shared *shared, int folder, int output);
void kill_in_starter(const struct settings *settings);

/* filter.c: forbids system calls by which a bot could leave data for its next turn. */
bool filter_calls(const struct settings *settings, int *listener);
bool filter_signals(const struct settings *settings);

/* answers.c: answers calls in place of the kernel. */
bool start_answering(int listener);
void begin_answers(void);
int64_t answers_us(void);

/* landlock.c: the restrictions of the level landlock, and those that it adds to namespaces. */
int landlock_version(void);
bool looks_at_processes(const char *path);
bool apply_landlock(const struct settings *settings);
bool enter_own_domain(const struct settings *settings);
void prepare_to_hide_processes(const struct settings *settings);
bool hide_processes(const struct settings *settings);

#endif
