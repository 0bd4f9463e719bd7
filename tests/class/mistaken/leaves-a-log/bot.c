#include "bot.h"

int main(void) {
    FILE *log = fopen("log.txt", "a");
    fprintf(log, "started\n");
    fclose(log);
    play();
    return 0;
}
