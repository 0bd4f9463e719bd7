#include "bot.h"

int best_move(void);

int main(void) {
    if (best_move()) play();
    return 0;
}
