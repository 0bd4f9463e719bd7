/* Reads its standard input, which is empty: allowed. */
#include "../offender.h"

int main(void) {
    if (getchar() != EOF) return 1;
    play();
}
