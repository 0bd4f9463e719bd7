/* Takes memory by segments of System V that no process has attached. */
#include "../offender.h"
#include <sys/shm.h>

int main(void) {
    for (int n = 0; n < 64; ++n) {
        char *segment = shmat(shmget(IPC_PRIVATE, 4 << 20, 0600), NULL, 0);
        memset(segment, 1, 4 << 20);
        shmdt(segment);
    }
    play();
}
