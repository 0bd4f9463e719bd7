/* The restrictions of the level landlock, made of what any process may ask of the kernel.

   Landlock limits what may be done with which files; it lets a bot signal and trace its own processes
   only. The filter (see filter.c) forbids what Landlock does not know. Both are applied once for a
   game, by the thread that starts its bots (see starter.c). Each bot enters a second Landlock domain
   within the first: so it cannot reach the thread, and can read in /proc only about its own first
   process. A program that is linked statically and never names /proc does not read it: it is spared
   the domain for that, which would lengthen its start by half.

   Within namespaces the second domain is the only one. All files there may be read, except that /proc
   has numbers of the whole machine in it: of groups, mounts, sessions and memory. A program that does
   not read /proc has an empty one there (see bot_start.c).

   The system calls are made without a library: there are three, and the rules below say everything
   that could be chosen. */

#define _GNU_SOURCE
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "keeper.h"

/* Own definitions, since the kernel's headers may be older than the kernel. */
enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446, ASK_FOR_VERSION = 1, BENEATH_A_PATH = 1 };
enum {
    EXECUTE = 1 << 0,
    WRITE_FILE = 1 << 1,
    READ_FILE = 1 << 2,
    READ_FOLDER = 1 << 3,
    REMOVE_OR_MAKE = 0x1ff0,
    MAKE_DEVICE = 1 << 6 | 1 << 11,
    FROM_ANOTHER_FOLDER = 1 << 13,
    TRUNCATE = 1 << 14,
    CONTROL_DEVICE = 1 << 15,
};
enum { READ = EXECUTE | READ_FILE | READ_FOLDER };
enum { WRITE = READ | WRITE_FILE | TRUNCATE | FROM_ANOTHER_FOLDER | (REMOVE_OR_MAKE & ~MAKE_DEVICE) };
enum { OF_A_FILE = EXECUTE | READ_FILE | WRITE_FILE | TRUNCATE };
enum { BIND_AND_CONNECT = 3, ABSTRACT_SOCKETS_AND_SIGNALS = 3 };
enum { MOST_TOPS = 16, MOST_TO_READ = 64 << 20 };

struct handled {
    uint64_t files, network, scope;
};

struct beneath {
    uint64_t allowed;
    int32_t folder;
} __attribute__((packed));

static const char *const DEVICES[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"};

static struct {
    int own_domain; /* for bots that do not read /proc; the same for each turn */
    int tops[MOST_TOPS], top_count; /* top-level folders with readable files */
} state;

int landlock_version(void) {
    long version = syscall(CREATE_RULESET, NULL, 0, ASK_FOR_VERSION);
    return version < 0 ? 0 : version;
}

static uint64_t known_rights(int version) {
    uint64_t rights = READ | WRITE_FILE | REMOVE_OR_MAKE;
    if (version >= KNOWS_OTHER_FOLDERS) rights |= FROM_ANOTHER_FOLDER;
    if (version >= KNOWS_TRUNCATE) rights |= TRUNCATE;
    if (version >= KNOWS_DEVICES) rights |= CONTROL_DEVICE;
    return rights;
}

static bool add_rule(int rules, int folder, uint64_t rights) {
    struct beneath beneath = {rights, folder};
    return syscall(ADD_RULE, rules, BENEATH_A_PATH, &beneath, 0) == 0;
}

/* A path that does not exist needs no rule. */
static bool allow(int rules, int version, const char *path, uint64_t rights) {
    struct stat status;
    int place = open(path, O_PATH | O_CLOEXEC);
    if (place < 0) return errno == ENOENT || errno == EACCES;
    rights &= known_rights(version);
    if (fstat(place, &status) == 0 && !S_ISDIR(status.st_mode)) rights &= OF_A_FILE;
    bool good = add_rule(rules, place, rights);
    close(place);
    return good;
}

/* Adds the top-level folder to which the path leads, unless it is there already. */
static void add_top(const char *path) {
    char real[PATH_MAX];
    struct stat status, other;
    if (realpath(path, real) == NULL || state.top_count == MOST_TOPS) return;
    char *end = strchr(real + 1, '/');
    if (end != NULL) *end = '\0';
    int top = open(real, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (top < 0 || fstat(top, &status) != 0) return;
    for (int n = 0; n < state.top_count; ++n)
        if (fstat(state.tops[n], &other) == 0 && other.st_ino == status.st_ino && other.st_dev == status.st_dev) {
            close(top);
            return;
        }
    state.tops[state.top_count++] = top;
}

static char *next_path(char **rest) {
    char *path;
    while ((path = strsep(rest, ":")) != NULL && !*path) continue;
    return path;
}

static void add_tops_of_readable(const struct settings *settings) {
    char paths[4096], *rest = paths;
    snprintf(paths, sizeof paths, "%s", settings->readable);
    for (char *path; (path = next_path(&rest)) != NULL;) add_top(path);
}

static bool allow_readable(int rules, const struct settings *settings) {
    char paths[4096], *rest = paths;
    snprintf(paths, sizeof paths, "%s", settings->readable);
    for (char *path; (path = next_path(&rest)) != NULL;)
        if (!allow(rules, settings->landlock, path, READ)) return false;
    return true;
}

static bool allow_all(int rules, const struct settings *settings) {
    int version = settings->landlock;
    char file[4096];
    if (!allow_readable(rules, settings)) return false;
    for (unsigned n = 0; n < sizeof DEVICES / sizeof *DEVICES; ++n)
        if (!allow(rules, version, DEVICES[n], READ_FILE | WRITE_FILE | TRUNCATE)) return false;
    add_tops_of_readable(settings);
    add_top(DEVICES[0]);
    add_top(settings->play);
    if (settings->looks_at_processes && !allow(rules, version, "/proc", READ_FILE | READ_FOLDER)) return false;
    if (settings->temporary_files) return allow(rules, version, settings->play, WRITE);
    snprintf(file, sizeof file, "%s/matrix.txt", settings->folder);
    return allow(rules, version, settings->play, READ) &&
           allow(rules, version, file, READ_FILE | WRITE_FILE | TRUNCATE);
}

static int new_rules(int version, uint64_t rights) {
    struct handled handled = {rights, 0, 0};
    size_t size = sizeof handled.files;
    if (version >= KNOWS_NETWORK) {
        handled.network = BIND_AND_CONNECT;
        size += sizeof handled.network;
    }
    if (version >= KNOWS_SIGNALS) {
        handled.scope = ABSTRACT_SOCKETS_AND_SIGNALS;
        size += sizeof handled.scope;
    }
    return syscall(CREATE_RULESET, &handled, size, 0);
}

/* Returns whether the file is a program for this architecture that needs no loader. */
static bool is_static(const char *path) {
    Elf64_Ehdr head;
    Elf64_Phdr part = {.p_type = PT_NULL};
    int file = open(path, O_RDONLY | O_CLOEXEC);
    bool good = file >= 0 && pread(file, &head, sizeof head, 0) == sizeof head &&
                memcmp(head.e_ident, ELFMAG, SELFMAG) == 0 && head.e_ident[EI_CLASS] == ELFCLASS64;
    for (int n = 0; good && n < head.e_phnum; ++n) {
        off_t place = head.e_phoff + (off_t)n * head.e_phentsize;
        good = pread(file, &part, sizeof part, place) == sizeof part && part.p_type != PT_INTERP;
    }
    if (file >= 0) close(file);
    return good;
}

/* Returns whether the file contains the text; true for files that are too large to search. */
static bool may_have(const char *path, const char *text) {
    struct stat status;
    void *data = MAP_FAILED;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file >= 0 && fstat(file, &status) == 0 && status.st_size < MOST_TO_READ)
        data = mmap(NULL, status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    if (file >= 0) close(file);
    if (data == MAP_FAILED) return true;
    bool has = memmem(data, status.st_size, text, strlen(text)) != NULL;
    munmap(data, status.st_size);
    return has;
}

bool looks_at_processes(const char *path) { return !is_static(path) || may_have(path, "/proc/"); }

/* Makes a domain that allows all that the outer domain allows, but is distinct from it. */
static int new_empty_domain(int version) {
    return new_rules(version, version >= KNOWS_SIGNALS ? 0 : MAKE_DEVICE);
}

bool apply_landlock(const struct settings *settings) {
    state.own_domain = new_empty_domain(settings->landlock);
    if (state.own_domain < 0) return false;
    fcntl(state.own_domain, F_SETFD, FD_CLOEXEC);
    int rules = new_rules(settings->landlock, known_rights(settings->landlock));
    if (rules < 0 || !allow_all(rules, settings)) return false;
    bool good = syscall(RESTRICT_SELF, rules, 0) == 0;
    close(rules);
    return good;
}

/* Files in /proc/self that a bot may read; others describe networks and mounts. */
static const char *const OWN[] = {"stat", "status", "statm", "maps", "cmdline", "comm", "auxv", "fd"};

static bool allow_own(int rules, int process) {
    for (unsigned n = 0; n < sizeof OWN / sizeof *OWN; ++n) {
        bool is_folder = n == sizeof OWN / sizeof *OWN - 1;
        int place = openat(process, OWN[n], O_PATH | O_CLOEXEC);
        if (place < 0 || !add_rule(rules, place, is_folder ? READ_FILE | READ_FOLDER : READ_FILE)) return false;
    }
    return true;
}

/* Renaming between folders must be among the rights that a domain handles, or else it is forbidden. */
static uint64_t seen_rights(const struct settings *settings) {
    return (READ_FILE | READ_FOLDER | FROM_ANOTHER_FOLDER) & known_rights(settings->landlock);
}

static bool restrict_to_own(const struct settings *settings, int rules) {
    int own = open("/proc/self", O_PATH | O_DIRECTORY | O_CLOEXEC);
    bool good = rules >= 0 && own >= 0 && allow_own(rules, own);
    for (int n = 0; good && n < state.top_count; ++n) good = add_rule(rules, state.tops[n], seen_rights(settings));
    return good && syscall(RESTRICT_SELF, rules, 0) == 0;
}

/* Called in the bot's process, which later closes all descriptors opened here. */
bool enter_own_domain(const struct settings *settings) {
    bool good = settings->looks_at_processes
                    ? restrict_to_own(settings, new_rules(settings->landlock, seen_rights(settings)))
                    : syscall(RESTRICT_SELF, state.own_domain, 0) == 0;
    return good && (settings->landlock >= KNOWS_SIGNALS || filter_signals(settings));
}

/* The first version of Landlock would forbid renaming between folders, so it is not used for this. */
static bool must_hide_processes(const struct settings *settings) {
    return settings->looks_at_processes && settings->landlock >= KNOWS_OTHER_FOLDERS;
}

void prepare_to_hide_processes(const struct settings *settings) {
    if (must_hide_processes(settings)) add_tops_of_readable(settings);
}

/* Within namespaces the domain allows everything but other processes; two folders are new each turn. */
bool hide_processes(const struct settings *settings) {
    if (!must_hide_processes(settings)) return true;
    int version = settings->landlock, rules = new_rules(version, seen_rights(settings));
    return rules >= 0 && allow(rules, version, "/", READ_FOLDER) &&
           allow(rules, version, "/tmp", seen_rights(settings)) &&
           allow(rules, version, settings->folder, seen_rights(settings)) && restrict_to_own(settings, rules);
}
