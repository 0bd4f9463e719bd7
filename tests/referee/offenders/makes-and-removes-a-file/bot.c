/* Makes a file beside matrix.txt and removes it again, where that is forbidden. */
#include "../offender.h"

int main(void) {
    chmod(".", 0777);
    int file = open("scratch.txt", O_RDWR | O_CREAT | O_EXCL, 0644);
    if (file >= 0) unlink("scratch.txt");
    return unless(file >= 0);
}
