/* Asks for a file that stands for a process: its number grows with every process of the whole machine. */
#include "../offender.h"
#include <sys/socket.h>

enum { PIDFD_OPEN = 434, CLONE3 = 435, WITH_FILE = 0x1000, PASS_FILE = 76, SHOW_FILE = 77 };

static bool opens(void) { return syscall(PIDFD_OPEN, getpid(), 0) >= 0; }

static bool forks(void) {
    int file = -1;
    unsigned long words[8] = {WITH_FILE, (unsigned long)&file, 0, 0, SIGCHLD};
    if (syscall(SYS_clone, WITH_FILE | SIGCHLD, NULL, &file, NULL, NULL) == 0) _exit(0);
    if (file < 0 && syscall(CLONE3, words, sizeof words) == 0) _exit(0);
    return file >= 0;
}

static bool is_sent(void) {
    int pair[2], file = -1, yes = 1;
    socklen_t size = sizeof file;
    socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
    return getsockopt(pair[0], SOL_SOCKET, SHOW_FILE, &file, &size) == 0 ||
           setsockopt(pair[0], SOL_SOCKET, PASS_FILE, &yes, sizeof yes) == 0;
}

int main(void) { return unless(opens() || forks() || is_sent()); }
