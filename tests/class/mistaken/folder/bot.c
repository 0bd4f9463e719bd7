#include "bot.h"

int main(void) {
    play();
    return 0;
}
