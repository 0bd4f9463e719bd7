#include "bot.h"

int main(void) {
    read_from("matrix.txt");
    double left = player == 'A' ? time_a : time_b;
    think(left / 2 > 0.5 ? left / 2 : 0.5);
    move(player, 1);
    decide();
    hand_over();
    write_to("matrix.txt");
    return 0;
}
