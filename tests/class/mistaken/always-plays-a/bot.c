#include "bot.h"

int main(void) {
    read_from("matrix.txt");
    player = 'A';
    move(player, 1);
    decide();
    hand_over();
    write_to("matrix.txt");
    return 0;
}
