/* Makes namespaces in which it would have every power. */
#include "../offender.h"


int main(void) {
    return unless(unshare(CLONE_NEWUSER) == 0 || unshare(CLONE_NEWNS) == 0 || unshare(CLONE_NEWNET) == 0 || unshare(CLONE_NEWPID) == 0);
}
