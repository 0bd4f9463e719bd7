#include "bot.h"

int main(void) {
    read_from("matrix.txt");
    think(0.004);
    move(player, 1);
    decide();
    if (player == 'A') time_a -= clock();
    else time_b -= clock();
    player = other(player);
    number++;
    write_to("matrix.txt");
    return 0;
}
