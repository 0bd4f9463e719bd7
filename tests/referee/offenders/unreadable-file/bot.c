/* Takes away every permission from a good matrix.txt and its folder: it does no harm. */
#include "../offender.h"

int main(void) {
    play();
    chmod("matrix.txt", 0);
    return chmod(".", 0);
}
