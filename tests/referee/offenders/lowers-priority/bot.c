/* Takes a lower priority: allowed. */
#include "../offender.h"


int main(int count, char **words) {
    (void)count, (void)words;
    return unless(nice(19) == -1);
}
