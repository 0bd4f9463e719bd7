/* The folder of one turn: matrix.txt goes in, and comes back without a trap being stepped into. */

#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/mount.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "keeper.h"

static const char NAME[] = "matrix.txt", TURN[] = "turn", SCRATCH[] = "tmp";

/* An empty file system in memory, that is nowhere yet: it dies with the last who holds it. */
static int new_memory_folder(void) {
    int context = syscall(SYS_fsopen, "tmpfs", FSOPEN_CLOEXEC);
    syscall(SYS_fsconfig, context, FSCONFIG_SET_STRING, "size", "1m", 0);
    syscall(SYS_fsconfig, context, FSCONFIG_SET_STRING, "nr_inodes", "64", 0);
    syscall(SYS_fsconfig, context, FSCONFIG_SET_STRING, "mode", "0755", 0);
    syscall(SYS_fsconfig, context, FSCONFIG_CMD_CREATE, NULL, NULL, 0);
    int mount = syscall(SYS_fsmount, context, FSMOUNT_CLOEXEC, MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV);
    int saved = errno;
    close(context);
    errno = saved;
    return mount;
}

/* Behind walls without namespaces: its own folder and one for other files lie side by side in one
   where nothing can be made while a bot plays. Both are new at each turn, so that nothing that is
   known of a folder stays, unless matrix.txt alone can be written: then nothing else can change. */
static int open_play(const struct settings *settings) {
    int play = open(settings->play, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (play < 0) return -1;
    if (settings->temporary_files) {
        mkdirat(play, TURN, 0755);
        mkdirat(play, SCRATCH, 0755);
    }
    fchmod(play, 0555);
    int turn = openat(play, TURN, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    close(play);
    return turn;
}

/* Once for a game: walls round a file can be put up where the file is. */
bool set_up_play(const struct settings *settings) {
    int play = open(settings->play, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (play < 0) return false;
    bool good = settings->temporary_files || (mkdirat(play, TURN, 0755) == 0 && mkdirat(play, SCRATCH, 0755) == 0);
    int turn = good && !settings->temporary_files ? openat(play, TURN, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (turn >= 0) {
        good = put_file(turn, "", 0);
        fchmod(turn, 0555);
        close(turn);
    }
    close(play);
    return good;
}

int open_folder(const struct settings *settings, int *mount) {
    *mount = -1;
    if (settings->stage == LANDLOCK) return open_play(settings);
    if (settings->stage == NONE) return open(settings->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    *mount = new_memory_folder();
    return *mount < 0 ? -1 : openat(*mount, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

bool put_file(int folder, const char *data, int64_t size) {
    int file = openat(folder, NAME, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0644);
    if (file < 0) return false;
    bool good = write(file, data, size) == size;
    return close(file) == 0 && good;
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

/* Nobody can change anything any more: all processes of the turn are dead. So what is looked at
   is what is opened. Even so it is opened without following a link or waiting for a writer. A bot
   may have taken permissions away, from the folder too: they are given back, to see what is there. */
void take_file(int folder, struct reply *reply, char *data) {
    struct stat found;
    reply->kind = MISSING;
    fchmod(folder, 0755);
    if (fstatat(folder, NAME, &found, AT_SYMLINK_NOFOLLOW) != 0) return;
    reply->kind = kind_of(found.st_mode);
    reply->links = found.st_nlink;
    reply->file_size = found.st_size;
    if (reply->kind != REGULAR || found.st_nlink != 1 || found.st_size > MOST_FILE) return;
    fchmodat(folder, NAME, 0600, 0);
    int file = openat(folder, NAME, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    ssize_t size = file < 0 ? -1 : read(file, data, MOST_FILE);
    if (file >= 0) close(file);
    if (size < 0) reply->kind = UNREADABLE;
    else reply->read = size;
}

static bool is_itself_or_above(const char *name) { return !strcmp(name, ".") || !strcmp(name, ".."); }

/* Calls `each` for all that is in a folder, until it says that it is enough. */
static void each_entry(int folder, bool (*each)(int folder, const char *name, void *more), void *more) {
    DIR *listing = fdopendir(openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (listing == NULL) return;
    for (struct dirent *entry; (entry = readdir(listing)) != NULL;)
        if (!is_itself_or_above(entry->d_name) && !each(folder, entry->d_name, more)) break;
    closedir(listing);
}

/* Every name but that of matrix.txt, as many as fit. */
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

void take_names(int folder, struct reply *reply, char *names) {
    struct names all = {reply, names};
    each_entry(folder, take_name, &all);
}

/* Of what is in a folder: of folders in it, what they hold is moved out of them first, so that one
   that is thousands deep takes no longer way. */
struct emptying {
    int top;
    unsigned long moved;
    bool found_folder;
};

static bool move_up(int folder, const char *name, void *more) {
    struct emptying *emptying = more;
    char unused[32];
    do snprintf(unused, sizeof unused, ".%lu", emptying->moved++);
    while (faccessat(emptying->top, unused, F_OK, AT_SYMLINK_NOFOLLOW) == 0);
    renameat(folder, name, emptying->top, unused);
    return true;
}

static bool remove_entry(int folder, const char *name, void *more) {
    struct emptying *emptying = more;
    if (unlinkat(folder, name, 0) == 0 || unlinkat(folder, name, AT_REMOVEDIR) == 0) return true;
    fchmodat(folder, name, 0700, 0);
    int inner = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (inner < 0) return true;
    each_entry(inner, move_up, emptying);
    close(inner);
    emptying->found_folder = unlinkat(folder, name, AT_REMOVEDIR) == 0;
    return true;
}

static void empty_folder(int folder) {
    struct emptying emptying = {folder, 0, false};
    fchmod(folder, 0700);
    do {
        emptying.found_folder = false;
        each_entry(folder, remove_entry, &emptying);
    } while (emptying.found_folder);
}

static void remove_folder(int parent, const char *name) {
    if (unlinkat(parent, name, AT_REMOVEDIR) == 0) return;
    int folder = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder >= 0) {
        empty_folder(folder);
        close(folder);
    }
    unlinkat(parent, name, AT_REMOVEDIR);
}

void close_folder(const struct settings *settings, int folder) {
    if (settings->stage == NONE) empty_folder(folder);
    close(folder);
    if (settings->stage != LANDLOCK) return;
    int play = open(settings->play, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (play < 0) return;
    fchmod(play, 0755);
    if (settings->temporary_files) {
        remove_folder(play, TURN);
        remove_folder(play, SCRATCH);
    }
    close(play);
}

/* Behind walls without namespaces the files of a turn lie beside those of others: what one turn may
   have is as much as a file system of its own would give it. */
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
    struct stat found;
    ++amount->files;
    if (fstatat(folder, name, &found, AT_SYMLINK_NOFOLLOW) != 0) return true;
    amount->bytes += found.st_blocks * 512;
    if (!S_ISDIR(found.st_mode) || excess_of(amount)) return !excess_of(amount);
    int inner = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (inner < 0) return true;
    ++amount->depth;
    each_entry(inner, add_entry, amount);
    if (!excess_of(amount)) --amount->depth;
    close(inner);
    return !excess_of(amount);
}

enum excess excess_of_files(const struct settings *settings) {
    struct amount amount = {0, 0, 0};
    if (settings->stage != LANDLOCK || !settings->temporary_files) return NO_EXCESS;
    int play = open(settings->play, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (play < 0) return NO_EXCESS;
    each_entry(play, add_entry, &amount);
    close(play);
    return excess_of(&amount);
}
