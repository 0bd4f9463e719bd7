#include "bot.h"

int main(void) {
    read_from("matrix.txt");
    move(player, 1);
    if (!move(other(player), 0)) winner = player;
    else if (arrived(player)) winner = player;
    else if (number == 60) winner = 'D';
    hand_over();
    write_to("matrix.txt");
    return 0;
}
