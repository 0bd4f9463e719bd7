/* Puts a socket in the place of matrix.txt. */
#include "../offender.h"
#include <sys/socket.h>
#include <sys/un.h>

int main(void) {
    struct sockaddr_un name = {.sun_family = AF_UNIX, .sun_path = "matrix.txt"};
    unlink("matrix.txt");
    return bind(socket(AF_UNIX, SOCK_STREAM, 0), (void *)&name, sizeof name);
}
