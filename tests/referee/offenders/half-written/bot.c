/* Is ended by a crash in the middle of its writing, which it hides. */
#include "../offender.h"

int main(void) {
    play();
    return truncate("matrix.txt", 95);
}
