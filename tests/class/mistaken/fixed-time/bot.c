#include "bot.h"

int main(void) {
    think(0.3); /* whatever is left */
    play();
    return 0;
}
