/* Removes matrix.txt, moves it away or puts another in its place, where files may not be made. */
#include "../offender.h"

int main(void) {
    bool got_through = unlink("matrix.txt") == 0 || rename("matrix.txt", "old.txt") == 0 ||
                       symlink("/etc/passwd", "link") == 0 || link("matrix.txt", "second.txt") == 0;
    return unless(got_through);
}
