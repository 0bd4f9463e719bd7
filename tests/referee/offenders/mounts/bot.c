/* Mounts, and changes its root folder. */
#include "../offender.h"
#include <sys/mount.h>

int main(void) {
    return unless(mount("tmpfs", "/tmp", "tmpfs", 0, NULL) == 0 || mount("proc", "/tmp", "proc", 0, NULL) == 0 ||
                  mount(NULL, "/", NULL, MS_REMOUNT | MS_BIND, NULL) == 0 || umount2("/tmp", MNT_DETACH) == 0 ||
                  chroot("/tmp") == 0);
}
