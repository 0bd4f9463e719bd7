#include "bot.h"

int main(void) {
    read_from("matrix.txt");
    think(0.25);
    move(player, 1);
    decide();
    player = other(player);
    number++;
    time_a += 0.00001 * (player == 'A');
    time_b += 0.00001 * (player == 'B');
    write_to("matrix.txt");
    return 0;
}
