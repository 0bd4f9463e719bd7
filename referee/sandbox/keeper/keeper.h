/* What the parts of the keeper share: see keeper.c. */

#ifndef KEEPER_H
#define KEEPER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

enum { MOST_FILE = 65536, MOST_NAMES = 4096, MOST_OUTPUT = 1 << 20 };

/* What keeps a bot in: namespaces of its own; the walls of landlock.c; or nothing. */
enum stage { NAMESPACES, LANDLOCK, NONE };

/* Versions of the kernel's Landlock that brought what is used here. */
enum { KNOWS_OTHER_FOLDERS = 2, KNOWS_TRUNCATE = 3, KNOWS_NETWORK = 4, KNOWS_DEVICES = 5, KNOWS_SIGNALS = 6 };

/* What stays the same for all turns of a game. */
struct settings {
    enum stage stage;
    int landlock;         /* the version of it that is used */
    bool looks_at_processes;   /* whether the bot may want to know what /proc tells of it */
    const char *play;     /* behind its walls, the folder with those that are new at each turn */
    const char *readable; /* what else can be read and run, with colons between */
    int64_t processes_of_user; /* how many its user may have then, whatever else he runs */
    int link;             /* the socket to the referee */
    int meter;            /* the control group's account of processor time, or -1 */
    const char *folder;   /* where matrix.txt is, as the bot sees it */
    int64_t memory;       /* bytes that all its processes may have together */
    int64_t processes;    /* how many there may be at once, threads counted */
    int64_t file_size;    /* bytes that one file may have */
    int64_t output;       /* bytes of what it prints that are kept */
    int output_socket;    /* a socket that hears at once what it prints, or -1 */
    bool gives_way;       /* whether whatever else runs on the machine goes first */
    char *cores;          /* the numbers of those it may run on, or "any" */
    bool temporary_files; /* whether it may write anything but matrix.txt */
    bool huge_pages;      /* whether the machine has any */
    char **command;
    char **environment;
};

/* What is asked of one turn; the file's bytes follow. */
struct request {
    int64_t cpu_us;  /* the bot is killed when it has used so much processor time; 0 for no limit */
    int64_t own_us;  /* and when it has run and slept so long */
    int64_t wall_us; /* and, by no fault of its own, when so much time has passed */
    int64_t size;    /* of the file */
};

enum end {
    EXITED,
    SIGNALLED,
    NOT_STARTED,
    CPU_OVER,
    OWN_TIME_OVER,
    MEMORY_OVER,
    OVERLOADED, /* it waited for a core for longer than a game can be kept waiting */
    TROUBLE,
    GOES_ON,    /* no end: a sign of life, while the turn is played */
    FILES_OVER  /* its status is an enum excess */
};
enum excess { NO_EXCESS, EXCESS_OF_BYTES, EXCESS_OF_FILES, EXCESS_OF_DEPTH };
enum kind { MISSING, REGULAR, LINK, FOLDER, FIFO, SOCKET, DEVICE, UNREADABLE };

/* What happened; the file's bytes, the names of the folder and the output follow. */
struct reply {
    int64_t end;     /* enum end */
    int64_t status;  /* exit status, signal, errno, or enum excess */
    int64_t cpu_us;
    int64_t wall_us;
    int64_t slept_us; /* how long it was seen to sleep, all of its processes at once */
    int64_t memory;    /* the most bytes that it was seen to have */
    int64_t left;      /* whether it left processes behind */
    int64_t kind;      /* of matrix.txt: enum kind */
    int64_t links;
    int64_t file_size;
    int64_t read;    /* bytes of it that follow, at most MOST_FILE */
    int64_t names;   /* bytes of the names in the folder, each ended by a zero */
    int64_t output;  /* bytes of the output that follow */
    int64_t printed; /* all that was printed */
};

/* What the processes of one turn tell each other; it lies in memory that they share. */
struct shared {
    int64_t begun_ns, ended_ns; /* of the bot; it is cleared away only after its end */
    int64_t cpu_us;  /* of the bot and of all that came of it, but for children it disowned */
    int64_t memory;
    int start_errno; /* why it could not be started */
    int status;      /* as wait() gives it */
    int trouble;     /* errno of a fault of ours, and where it was */
    char where[32];
    bool ended; /* and cleared away, its account settled */
    bool left;
};

/* Processor time until then, in microseconds; of the group less than nothing, if it is not known. */
struct account {
    int64_t at_ns, group, own, children;
};

/* A process of a turn, as it was when it was looked at; most of a turn has one. */
struct member {
    pid_t process, parent;
    int64_t cpu_us;                  /* of all its threads, those that have ended too */
    int64_t of_children_us;          /* of children that it has waited for, in steps of the kernel's tick */
    long faults, faults_of_children; /* of pages; so of its children it is known to have waited for some */
    int64_t longest_us;              /* how long the thread that did so most has run or waited for a core */
    int64_t ran_us, ready_us;        /* of threads that are awake: how long they ran; that, and waited */
    int64_t memory;
    bool awake;
};

enum { MOST_PROCESSES = 1024 };

/* What was found of all of them. */
struct reading {
    int64_t cpu_us, memory;
    int64_t longest_us; /* how long the thread that did so most has run or waited for a core */
    bool awake;         /* whether any thread runs, or waits for a core to run on */
};

/* A turn that is being played. */
struct turn {
    const struct settings *settings;
    struct shared *shared;
    struct request request;
    struct reply reply;
    struct account before; /* the keeper's own, and its group's */
    pid_t first;
    int pidfd, output;
    struct reading last; /* what was found when it was last looked at */
    int64_t looked_us;   /* and when that was */
    int64_t told_ns;     /* when the last sign of life was given */
    char file[MOST_FILE + 1], names[MOST_NAMES], printed[MOST_OUTPUT];
};

/* turn.c: lets the bot play it. */
void play_turn(struct turn *turn);

/* stage.c: starts the bot. The turn is over when the process that is returned has ended. */
pid_t open_stage(const struct settings *settings, struct shared *shared, int mount, int output);
void prepare_for_bots(struct settings *settings);
pid_t start_turn(const struct settings *settings, struct shared *shared, int mount, int output);
pid_t start_bot(const struct settings *settings, struct shared *shared, int output);
void wait_for_bot(struct shared *shared, pid_t bot);
void kill_the_rest(const struct settings *settings, struct shared *shared);

/* folder.c: the folder of one turn. */
int open_folder(const struct settings *settings, int *mount);
void close_folder(const struct settings *settings, int folder);
bool set_up_play(const struct settings *settings);
enum excess excess_of_files(const struct settings *settings);
bool put_file(int folder, const char *data, int64_t size);
void take_file(int folder, struct reply *reply, char *data);
void take_names(int folder, struct reply *reply, char *names);

/* meter.c: what the processes of a turn have used until now, and their control group. */
struct reading read_meter(const struct settings *settings, int64_t passed);
bool has_huge_pages(void);
void kill_family(void);
int64_t read_account(int file);
void join_groups(struct settings *settings, char *files);
bool choose_place(const struct settings *settings);
int usable_cores(void);
int64_t of_process_us(pid_t process);
int64_t spent_us(const struct rusage *usage);
int64_t now_ns(void);

/* forgotten.c: what is in nobody's account, where there is no control group. */
int64_t forgotten_us(const struct member *members, int count, int64_t passed);
int64_t forgotten_in_all_us(void);
void forget_nobody(void);

/* sockets.c: what is left of them in the sandbox's network. */
void clear_sockets(void);

/* starter.c: the thread that starts the bots of a game, and has on what they are to inherit. */
bool start_starter(const struct settings *settings);
pid_t start_behind_walls(struct shared *shared, int folder, int output);
void kill_behind_walls(const struct settings *settings);

/* filter.c: system calls by which a bot could leave something behind for its next turn. */
bool filter_calls(const struct settings *settings, int *questions);
bool filter_signals(const struct settings *settings);

/* answers.c: what the keeper tells in the kernel's place. */
bool start_answering(int questions);
void begin_answers(void);
int64_t answers_us(void);

/* landlock.c: walls for a bot where there are no namespaces, and what they add where there are. */
int landlock_version(void);
bool looks_at_processes(const char *path);
bool go_behind_walls(const struct settings *settings);
bool enter_own_domain(const struct settings *settings);
void prepare_to_hide_processes(const struct settings *settings);
bool hide_processes(const struct settings *settings);

#endif
