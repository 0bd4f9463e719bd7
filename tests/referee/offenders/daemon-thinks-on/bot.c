/* Leaves a daemon that thinks on the opponent's time, and tells its next turn what it found. */
#include "../offender.h"
#include <sys/socket.h>
#include <sys/un.h>

static int channel(struct sockaddr_un *name) {
    *name = (struct sockaddr_un){.sun_family = AF_UNIX, .sun_path = "\0offender"};
    return socket(AF_UNIX, SOCK_DGRAM, 0);
}

int main(void) {
    struct sockaddr_un name;
    int socket = channel(&name);
    if (!is_first_turn()) return unless(connect(socket, (void *)&name, sizeof name) == 0);
    play();
    if (fork() != 0) return rest(0.05), 0;
    setsid();
    if (fork() != 0) return 0;
    bind(socket, (void *)&name, sizeof name);
    for (;;) continue;
}
