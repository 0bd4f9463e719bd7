/* Thinks in daemons, and sleeps until they are ready. */
#include "../offender.h"

int main(void) {
    for (int n = 0; n < 4; ++n)
        if (fork() == 0) {
            setsid();
            if (fork() != 0) return 0;
            setsid();
            burn(0.2);
            close(creat("/tmp/offender-note-ready", 0644));
            pause();
        }
    while (access("/tmp/offender-note-ready", F_OK) != 0) rest(0.01);
    rest(0.2);
    play();
}
