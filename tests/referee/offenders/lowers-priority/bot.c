/* Takes a lower priority: allowed. */
#include "../offender.h"


int main(void) {
    return unless(nice(19) == -1);
}
