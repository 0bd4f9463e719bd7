#include "bot.h"

int main(void) {
    read_from("matrix.txt");
    move(player, 1);
    decide();
    player = other(player);
    number++;
    write_to("matrix.txt");
    return 0;
}
