/* The folder of one turn: matrix.txt is put there, and safely read back after the turn. */

#define _GNU_SOURCE
#define _LARGEFILE64_SOURCE /* musl since 1.2.4 does not have dirent64 without it */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "keeper.h"
#include "mounting.h"

static const char NAME[] = "matrix.txt", TURN[] = "turn", SCRATCH[] = "tmp";

/* Makes an empty file system in memory, mounted nowhere: it vanishes with its last open descriptor. */
static int new_memory_folder(void) {
    int context = syscall(OPEN_FILE_SYSTEM, "tmpfs", CLOSED_ON_EXEC);
    syscall(CONFIGURE_FILE_SYSTEM, context, SET_TEXT, "size", "1m", 0);
    syscall(CONFIGURE_FILE_SYSTEM, context, SET_TEXT, "nr_inodes", "64", 0);
    syscall(CONFIGURE_FILE_SYSTEM, context, SET_TEXT, "mode", "0755", 0);
    syscall(CONFIGURE_FILE_SYSTEM, context, CREATE, NULL, NULL, 0);
    int mount = syscall(MOUNT_FILE_SYSTEM, context, CLOSED_ON_EXEC, NO_SET_USER | NO_DEVICES);
    int saved = errno;
    close(context);
    errno = saved;
    return mount;
}

static int open_inner(int folder, const char *name) {
    return openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/* Opens an inner folder in which a bot may have files that nobody may list. The name may become a link at any
   moment, so permissions are changed by way of a descriptor. */
static int open_unlisted(int folder, const char *name) {
    int path = openat(folder, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (path < 0) return -1;
    int inner = fchmodat(path, ".", 0700, 0) == 0 ? open_inner(path, ".") : -1;
    close(path);
    return inner;
}

/* Opens the folder of a turn at the level landlock. It and a folder for other files lie in a folder in
   which nothing can be made while a bot plays. Both are made anew for each turn, so that no metadata
   of a folder lasts, unless only matrix.txt can be written: then nothing else can change. */
static int open_in_play(const struct settings *settings) {
    int play = settings->lasting_folder;
    if (settings->temporary_files) {
        /* A folder of the turn before would be a note. */
        if (mkdirat(play, TURN, 0755) != 0 || mkdirat(play, SCRATCH, 0755) != 0) return -1;
        fchmod(play, 0555);
    }
    return open_inner(play, TURN);
}

/* Where only matrix.txt can be written it lasts, since Landlock can restrict only a file that exists. */
static bool set_up_lasting_file(int play) {
    if (mkdirat(play, TURN, 0755) != 0 || mkdirat(play, SCRATCH, 0755) != 0) return false;
    int turn = open_inner(play, TURN);
    if (turn < 0) return false;
    bool ok = put_file(turn, "", 0) && fchmod(turn, 0555) == 0 && fchmod(play, 0555) == 0;
    close(turn);
    return ok;
}

/* Called once for a game. */
bool set_up_folder(struct settings *settings) {
    const char *path = settings->isolation == LANDLOCK ? settings->play : settings->folder;
    if (settings->isolation == NAMESPACES) return true;
    settings->lasting_folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (settings->lasting_folder < 0) return false;
    if (settings->isolation == NONE) return fchdir(settings->lasting_folder) == 0;
    return settings->temporary_files || set_up_lasting_file(settings->lasting_folder);
}

int open_folder(const struct settings *settings, int *mount) {
    *mount = -1;
    if (settings->isolation == LANDLOCK) return open_in_play(settings);
    if (settings->isolation == NONE) return settings->lasting_folder;
    *mount = new_memory_folder();
    return *mount < 0 ? -1 : open_inner(*mount, ".");
}

bool put_file(int folder, const char *data, int64_t size) {
    int file = openat(folder, NAME, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0644);
    if (file < 0) return false;
    bool ok = write(file, data, size) == size;
    return close(file) == 0 && ok;
}

/* Returns whether the file system has no room for matrix.txt. At the levels landlock and none it belongs to
   the machine, and to the bots of other games. */
bool is_full(int folder) {
    struct statvfs state;
    if (fstatvfs(folder, &state) != 0) return false;
    /* A file system without limits of its own reports zero for everything. */
    return (state.f_blocks > 0 && state.f_bavail * state.f_frsize < MOST_FILE) ||
           (state.f_files > 0 && state.f_favail < 2);
}

static enum kind kind_of(mode_t mode) {
    switch (mode & S_IFMT) {
        case S_IFREG: return REGULAR;
        case S_IFLNK: return LINK;
        case S_IFDIR: return FOLDER;
        case S_IFIFO: return FIFO;
        case S_IFSOCK: return SOCKET;
        default: return DEVICE;
    }
}

static int open_file(int folder) {
    return openat(folder, NAME, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
}

/* Called when all processes of the turn are dead, so nothing can change between a check and its use.
   Even so the file is opened without following a link or waiting for a writer. A bot may have
   removed permissions, from the folder too: then they are restored. */
void take_file(int folder, struct reply *reply, char *data) {
    struct stat status;
    reply->kind = MISSING;
    if (fstatat(folder, NAME, &status, AT_SYMLINK_NOFOLLOW) != 0 &&
        (fchmod(folder, 0755) != 0 || fstatat(folder, NAME, &status, AT_SYMLINK_NOFOLLOW) != 0))
        return;
    reply->kind = kind_of(status.st_mode);
    reply->links = status.st_nlink;
    reply->file_size = status.st_size;
    if (reply->kind != REGULAR || status.st_nlink != 1 || status.st_size > MOST_FILE) return;
    int file = open_file(folder);
    if (file < 0 && fchmodat(folder, NAME, 0600, 0) == 0) file = open_file(folder);
    ssize_t size = file < 0 ? -1 : read(file, data, MOST_FILE);
    if (file >= 0) close(file);
    if (size < 0) reply->kind = UNREADABLE;
    else reply->read = size;
}

static bool is_itself_or_above(const char *name) { return !strcmp(name, ".") || !strcmp(name, ".."); }

/* Calls `each` for everything in a newly opened folder, until it returns false. */
void each_entry(int folder, bool (*each)(int folder, const char *name, void *more), void *more) {
    union {
        struct dirent64 first;
        char bytes[8192];
    } list;
    for (ssize_t size; (size = syscall(SYS_getdents64, folder, list.bytes, sizeof list.bytes)) > 0;)
        for (ssize_t place = 0; place < size;) {
            const struct dirent64 *entry = (const struct dirent64 *)(list.bytes + place);
            if (!is_itself_or_above(entry->d_name) && !each(folder, entry->d_name, more)) return;
            place += entry->d_reclen;
        }
}

/* Destination of the names other than that of matrix.txt, as many as fit. */
struct names {
    struct reply *reply;
    char *text;
};

static bool take_name(int folder, const char *name, void *more) {
    struct names *names = more;
    size_t length = strlen(name) + 1;
    (void)folder;
    if (!strcmp(name, NAME)) return true;
    if (names->reply->names + (int64_t)length > MOST_NAMES) return false;
    memcpy(names->text + names->reply->names, name, length);
    names->reply->names += length;
    return true;
}

static void each_entry_again(int folder, bool (*each)(int folder, const char *name, void *more), void *more) {
    lseek(folder, 0, SEEK_SET);
    each_entry(folder, each, more);
}

void take_names(const struct settings *settings, int folder, struct reply *reply, char *names) {
    struct names all = {reply, names};
    (settings->isolation == NONE ? each_entry_again : each_entry)(folder, take_name, &all);
}

/* State while a folder is emptied. Contents of inner folders are moved to the top first, so that a
   folder nested thousands deep takes no longer path. */
struct emptying {
    int top;
    unsigned long moved;
    bool has_removed_folder;
};

/* Gives the owner all permissions of a folder: one cannot be moved without them. */
static void open_to_owner(int folder, const char *name) {
    struct stat status;
    if (fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISDIR(status.st_mode)) return;
    int changed = fchmodat(folder, name, 0700, 0);
    (void)changed; /* Where it fails, opening or moving the folder fails, too. */
}

static bool move_up(int folder, const char *name, void *more) {
    struct emptying *emptying = more;
    char unused[32];
    do snprintf(unused, sizeof unused, ".%lu", emptying->moved++);
    while (faccessat(emptying->top, unused, F_OK, AT_SYMLINK_NOFOLLOW) == 0);
    open_to_owner(folder, name);
    renameat(folder, name, emptying->top, unused);
    return true;
}

static bool remove_entry(int folder, const char *name, void *more) {
    struct emptying *emptying = more;
    if (unlinkat(folder, name, 0) == 0 || unlinkat(folder, name, AT_REMOVEDIR) == 0) return true;
    open_to_owner(folder, name);
    int inner = open_inner(folder, name);
    if (inner < 0) return true;
    each_entry(inner, move_up, emptying);
    close(inner);
    if (unlinkat(folder, name, AT_REMOVEDIR) == 0) emptying->has_removed_folder = true;
    return true;
}

static void empty_folder(int folder) {
    struct emptying emptying = {folder, 0, false};
    fchmod(folder, 0700);
    do {
        emptying.has_removed_folder = false;
        each_entry_again(folder, remove_entry, &emptying);
    } while (emptying.has_removed_folder);
}

static void remove_folder(int parent, const char *name) {
    if (unlinkat(parent, name, AT_REMOVEDIR) == 0) return;
    int folder = open_inner(parent, name);
    if (folder >= 0) {
        empty_folder(folder);
        close(folder);
    }
    unlinkat(parent, name, AT_REMOVEDIR);
}

/* At the level landlock the files of a turn lie on a shared file system: these limits are those that
   the file system of a turn would have. */
enum { MOST_BYTES = 320 << 20, MOST_FILES = 16384, MOST_DEPTH = 64 };

struct amount {
    int64_t bytes;
    int files, depth;
};

static enum excess excess_of(const struct amount *amount) {
    if (amount->bytes > MOST_BYTES) return EXCESS_OF_BYTES;
    if (amount->files > MOST_FILES) return EXCESS_OF_FILES;
    return amount->depth > MOST_DEPTH ? EXCESS_OF_DEPTH : NO_EXCESS;
}

static bool add_entry(int folder, const char *name, void *more) {
    struct amount *amount = more;
    struct stat status;
    ++amount->files;
    if (fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0) return true;
    amount->bytes += status.st_blocks * 512;
    if (!S_ISDIR(status.st_mode) || excess_of(amount)) return !excess_of(amount);
    int inner = open_inner(folder, name);
    if (inner < 0) inner = open_unlisted(folder, name);
    if (inner < 0) return true;
    ++amount->depth;
    each_entry(inner, add_entry, amount);
    if (!excess_of(amount)) --amount->depth;
    close(inner);
    return !excess_of(amount);
}

enum excess excess_of_files(const struct settings *settings) {
    struct amount amount = {0, 0, 0};
    if (settings->isolation != LANDLOCK || !settings->temporary_files) return NO_EXCESS;
    bool may_be_more = add_entry(settings->lasting_folder, TURN, &amount);
    if (may_be_more) add_entry(settings->lasting_folder, SCRATCH, &amount);
    return excess_of(&amount);
}

/* Removes the folders of a turn at the level landlock, and counts the files in them if there are any: the
   bot may have ended before they were looked at. */
static void remove_folders(int play, struct reply *reply, const struct settings *settings) {
    fchmod(play, 0755);
    if (unlinkat(play, SCRATCH, AT_REMOVEDIR) == 0 && reply->names == 0) {
        remove_folder(play, TURN);
        return;
    }
    enum excess excess = reply->end <= SIGNALLED ? excess_of_files(settings) : NO_EXCESS;
    reply->full = reply->full || is_full(play);
    if (excess != NO_EXCESS) {
        reply->end = FILES_OVER;
        reply->status = excess;
    }
    remove_folder(play, TURN);
    remove_folder(play, SCRATCH);
}

/* Removes what a turn has left: mostly nothing but matrix.txt, as take_names has seen. */
void close_folder(const struct settings *settings, int folder, struct reply *reply) {
    bool is_removed = settings->isolation == LANDLOCK && settings->temporary_files;
    if (settings->isolation == NONE) {
        fchmod(folder, 0755);
        if (unlinkat(folder, NAME, 0) != 0 || reply->names > 0) empty_folder(folder);
        return;
    }
    if (is_removed && reply->names == 0) unlinkat(folder, NAME, 0);
    close(folder);
    if (is_removed) remove_folders(settings->lasting_folder, reply, settings);
}
