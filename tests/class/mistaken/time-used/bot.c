#include "bot.h"

int main(void) {
    read_from("matrix.txt");
    move(player, 1);
    decide();
    if (player == 'A') time_a = used();
    else time_b = used();
    player = other(player);
    number++;
    write_to("matrix.txt");
    return 0;
}
