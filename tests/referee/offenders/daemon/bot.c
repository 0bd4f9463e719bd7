/* Leaves a daemon that moves again later; the daemon has fled twice into a session of its own. */
#include "../offender.h"

int main(void) {
    play();
    if (fork() != 0) return 0;
    setsid();
    if (fork() != 0) return 0;
    setsid();
    if (fork() != 0) return 0;
    rest(0.25);
    FILE *file = fopen("matrix.txt", "w");
    if (file) fputs("B 2 A\n", file), fclose(file);
}
