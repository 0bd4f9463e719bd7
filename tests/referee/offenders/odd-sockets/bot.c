/* Opens a socket of any family that is not of this machine's own: some know no namespaces. */
#include "../offender.h"
#include <sys/socket.h>

int main(void) {
    int found = 0, pair[2];
    for (int family = 2; family < 64; ++family)
        for (int type = SOCK_STREAM; type <= SOCK_SEQPACKET; ++type)
            found += socket(family, type, 0) >= 0 || socketpair(family, type, 0, pair) >= 0 || errno != EPERM;
    return unless(found > 0);
}
