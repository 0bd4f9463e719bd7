/* Looks for processes beside its own. */
#include "../offender.h"
#include <dirent.h>

int main(int count, char **words) {
    (void)count, (void)words;
    return unless(({
        int others = 0;
        DIR *all = opendir("/proc");
        for (struct dirent *each; all && (each = readdir(all)) != NULL;)
            others += atoi(each->d_name) > 1 && atoi(each->d_name) != getpid();
        others > 0;
    }));
}
