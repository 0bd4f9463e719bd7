#include "bot.h"

int main(void) {
    read_from("matrix.txt");
    move(player, 1);
    decide();
    player = other(player);
    /* too late: the player is the other one now */
    if (player == 'A') time_a -= (double)clock() / CLOCKS_PER_SEC;
    else time_b -= (double)clock() / CLOCKS_PER_SEC;
    number++;
    write_to("matrix.txt");
    return 0;
}
