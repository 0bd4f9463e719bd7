/* Nests folders in the folder for temporary files, deeper than is allowed. */
#include "../offender.h"

int main(void) {
    int home = open(".", O_RDONLY | O_DIRECTORY);
    if (chdir(getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp") != 0) return 1;
    for (int n = 0; n < 200; ++n)
        if (mkdir("folder", 0755) != 0 || chdir("folder") != 0) return 1;
    rest(0.2);
    if (fchdir(home) != 0) return 1;
    play();
}
