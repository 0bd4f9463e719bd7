/* Looks for processes beside its own. */
#include "../offender.h"
#include <dirent.h>

int main(void) {
    return unless(({
        int others = 0;
        DIR *all = opendir("/proc");
        for (struct dirent *each; all && (each = readdir(all)) != NULL;)
            others += atoi(each->d_name) > 1 && atoi(each->d_name) != getpid();
        others > 0;
    }));
}
