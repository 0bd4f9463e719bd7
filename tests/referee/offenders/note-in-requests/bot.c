/* Counts how many requests of input and output may be under way: all programs of the machine share them. */
#include "../offender.h"

int main(void) {
    unsigned long requests = 0;
    return unless(syscall(SYS_io_setup, 16u, &requests) == 0);
}
