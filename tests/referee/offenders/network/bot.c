/* Calls the test, which listens on this machine: by TCP, and by a name that is in no folder. */
#include "../offender.h"
#include <stddef.h>
#include <arpa/inet.h>
#include <sys/socket.h>
#include <sys/un.h>

static bool calls(int family, const void *address, socklen_t size) {
    int caller = socket(family, SOCK_STREAM, 0);
    return caller >= 0 && connect(caller, address, size) == 0;
}

int main(int count, char **words) {
    if (count < 2) return 2;
    struct sockaddr_in tcp = {.sin_family = AF_INET, .sin_port = htons(atoi(words[1]))};
    tcp.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    int length = snprintf(name.sun_path + 1, sizeof name.sun_path - 1, "offender-%s", words[1]);
    socklen_t size = offsetof(struct sockaddr_un, sun_path) + 1 + length;
    return unless(calls(AF_INET, &tcp, sizeof tcp) || calls(AF_UNIX, &name, size));
}
