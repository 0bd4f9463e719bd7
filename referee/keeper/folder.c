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

static const char NAME[] = "matrix.txt";

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

int open_folder(const struct settings *settings, int *mount) {
    *mount = -1;
    if (!settings->isolated) return open(settings->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    *mount = new_memory_folder();
    return *mount < 0 ? -1 : openat(*mount, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

bool put_file(int folder, const char *data, int64_t size) {
    int file = openat(folder, NAME, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
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

/* Every name but that of matrix.txt, as many as fit. */
void take_names(int folder, struct reply *reply, char *names) {
    DIR *listing = fdopendir(openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (listing == NULL) return;
    for (struct dirent *entry; (entry = readdir(listing)) != NULL;) {
        const char *name = entry->d_name;
        if (!strcmp(name, ".") || !strcmp(name, "..") || !strcmp(name, NAME)) continue;
        size_t length = strlen(name) + 1;
        if (reply->names + (int64_t)length > MOST_NAMES) break;
        memcpy(names + reply->names, name, length);
        reply->names += length;
    }
    closedir(listing);
}

/* Of a folder that stays, without isolation: what is in it, but no deeper. */
void empty_folder(int folder) {
    DIR *listing = fdopendir(openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (listing == NULL) return;
    for (struct dirent *entry; (entry = readdir(listing)) != NULL;) {
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
        if (unlinkat(folder, entry->d_name, 0) != 0) unlinkat(folder, entry->d_name, AT_REMOVEDIR);
    }
    closedir(listing);
}
