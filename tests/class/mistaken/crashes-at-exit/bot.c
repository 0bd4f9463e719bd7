#include "bot.h"

int main(void) {
    char *name = malloc(16);
    strcpy(name, "matrix.txt");
    play();
    free(name);
    abort(); /* as a second free(name) does */
}
