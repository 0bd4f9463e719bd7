/* Leaves itself a note for its next turn: sockets with names, sent to each other, so that they are open for ever. */
#include "../offender.h"
#include <sys/socket.h>
#include <sys/un.h>

static bool take_name(int socket) {
    struct sockaddr_un name = {.sun_family = AF_UNIX, .sun_path = "\0offender-note"};
    return bind(socket, (void *)&name, sizeof name) == 0 || errno != EADDRINUSE;
}

static void send_both(int by, int first, int second) {
    union {
        char bytes[CMSG_SPACE(2 * sizeof(int))];
        struct cmsghdr header;
    } control = {{0}};
    struct iovec text = {"x", 1};
    struct msghdr message = {.msg_iov = &text, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    struct cmsghdr *rights = CMSG_FIRSTHDR(&message);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(2 * sizeof(int));
    memcpy(CMSG_DATA(rights), (int[]){first, second}, 2 * sizeof(int));
    sendmsg(by, &message, 0);
}

int main(void) {
    int named = socket(AF_UNIX, SOCK_DGRAM, 0), pair[2];
    bool is_free = take_name(named);
    if (!is_first_turn()) return unless(!is_free);
    socketpair(AF_UNIX, SOCK_DGRAM, 0, pair);
    send_both(pair[0], named, pair[1]);
    send_both(pair[1], named, pair[0]);
    play();
}
