#include "bot.h"

int main(void) {
    play();
    printf("Press Enter ...\n");
    while (getchar() != '\n') continue;
    return 0;
}
