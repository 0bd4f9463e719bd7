/* Asks for the number of a socket, of which the whole machine has one row: who makes many has left a note. */
#include "../offender.h"
#include <sys/socket.h>

int main(void) {
    int pair[2];
    unsigned long long cookie;
    socklen_t size = sizeof cookie;
    socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
    return unless(getsockopt(pair[0], SOL_SOCKET, SO_COOKIE, &cookie, &size) == 0);
}
