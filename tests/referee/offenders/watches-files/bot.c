/* Watches what others do with files of the system, or lets them wait for it. */
#include "../offender.h"
#include <sys/inotify.h>

enum { NOTIFY = 1026, SET_LEASE = 1024, ON_ACCESS = 1 };

int main(int count, char **words) {
    (void)count;
    bool told = inotify_init() >= 0 || inotify_init1(0) >= 0;
    told = told || fcntl(open("/usr/lib", O_RDONLY | O_DIRECTORY), NOTIFY, ON_ACCESS) == 0;
    return unless(told || fcntl(open(words[0], O_RDONLY), SET_LEASE, F_RDLCK) == 0);
}
