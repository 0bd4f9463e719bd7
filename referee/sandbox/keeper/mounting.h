/* Mounts as Linux 5.12 and later makes them, by own definitions: the kernel's headers may be older than the
   kernel, and those of many C libraries cannot be included beside <linux/mount.h>. */

#ifndef MOUNTING_H
#define MOUNTING_H

#include <stdint.h>
#include <sys/mount.h>

/* Numbers of system calls, the same on all processors. */
enum { MOVE_MOUNT = 429, OPEN_FILE_SYSTEM = 430, CONFIGURE_FILE_SYSTEM = 431, MOUNT_FILE_SYSTEM = 432, SET_MOUNT = 442 };

enum { CLOSED_ON_EXEC = 1 };                                /* flag of 430 and of 432 */
enum { OF_OPEN_FOLDER = 4 };                                /* flag of 429: the path is empty */
enum { AND_ALL_BELOW = 0x8000 };                            /* flag of 442 */
enum { SET_TEXT = 1, CREATE = 6 };                          /* commands of 431 */
enum { MADE_READ_ONLY = 1, NO_SET_USER = 2, NO_DEVICES = 4 }; /* attributes of mounts */

/* Argument of 442. */
struct mount_change {
    uint64_t set, cleared, propagation, users;
};

#endif
