#include "bot.h"

int main(void) {
    read_from("matrix.txt");
    time_a = (int)time_a;
    time_b = (int)time_b;
    think(0.12);
    move(player, 1);
    decide();
    hand_over();
    write_to("matrix.txt");
    return 0;
}
