#include "bot.h"

int main(void) {
    read_from("matrix.txt");
    think(0.004);
    move(player, 1);
    decide();
    double spent = 1000.0 * clock() / CLOCKS_PER_SEC;
    if (player == 'A') time_a -= spent;
    else time_b -= spent;
    player = other(player);
    number++;
    write_to("matrix.txt");
    return 0;
}
