/* Leaves itself a note for its next turn: the counters of the loopback network. */
#include "../offender.h"
#include <arpa/inet.h>
#include <sys/socket.h>

static long packets(void) {
    char line[512];
    long bytes = 0, count = 0;
    FILE *file = fopen("/proc/self/net/dev", "r");
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, " lo: %ld %ld", &bytes, &count) == 2) return count;
    return 0;
}

static void leave(void) {
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_port = htons(9)};
    here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int sender = socket(AF_INET, SOCK_DGRAM, 0);
    for (int n = 0; n < 100; ++n) sendto(sender, "x", 1, 0, (void *)&here, sizeof here);
}

static bool found(void) {
    return packets() >= 100;
}

int main(void) {
    if (!is_first_turn()) return unless(found());
    leave();
    play();
}
