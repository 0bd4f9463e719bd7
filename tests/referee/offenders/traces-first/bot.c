/* Traces the process that waits for it, or reads its memory. */
#include "../offender.h"
#include <sys/ptrace.h>

int main(void) {
    return unless(ptrace(PTRACE_SEIZE, 1, NULL, NULL) == 0 || ptrace(PTRACE_ATTACH, getppid(), NULL, NULL) == 0 ||
                  open("/proc/1/mem", O_RDONLY) >= 0 || open("/proc/1/environ", O_RDONLY) >= 0 ||
                  open("/proc/1/root/etc/passwd", O_RDONLY) >= 0);
}
