#include "bot.h"

int main(void) {
    read_from("matrix.txt");
    move(player, 1);
    move(player, 1);
    decide();
    hand_over();
    write_to("matrix.txt");
    return 0;
}
