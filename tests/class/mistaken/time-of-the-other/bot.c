#include "bot.h"

int main(void) {
    read_from("matrix.txt");
    think(0.3);
    move(player, 1);
    decide();
    player = other(player);
    lower_time(); /* after the player was switched */
    number++;
    write_to("matrix.txt");
    return 0;
}
