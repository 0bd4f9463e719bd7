/* Asks how much chance the machine has in store: on older kernels, who reads of it has left a note. */
#include "../offender.h"
#include <sys/ioctl.h>

static const unsigned long SHOW_ENTROPY = 0x80045200;

int main(void) {
    int bits;
    return unless(ioctl(open("/dev/random", O_RDONLY | O_NONBLOCK), SHOW_ENTROPY, &bits) == 0);
}
