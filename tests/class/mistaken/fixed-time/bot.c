#include "bot.h"

int main(void) {
    think(0.2); /* whatever is left */
    play();
    return 0;
}
