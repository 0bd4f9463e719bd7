#include "bot.h"

int main(void) {
    read_from("matrix.txt");
    move(player, 1);
    decide();
    time_a -= used(); /* whoever moves */
    player = other(player);
    number++;
    write_to("matrix.txt");
    return 0;
}
