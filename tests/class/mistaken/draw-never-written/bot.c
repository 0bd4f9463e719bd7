#include "bot.h"

int main(void) {
    read_from("matrix.txt");
    move(player, 1);
    decide();
    if (winner == 'D') winner = 'U';
    hand_over();
    write_to("matrix.txt");
    return 0;
}
