#include "bot.h"

int main(void) {
    read_from("matrix.txt");
    think(0.12);
    move(player, 1);
    decide();
    hand_over();
    double swapped = time_a;
    time_a = time_b;
    time_b = swapped;
    write_to("matrix.txt");
    return 0;
}
