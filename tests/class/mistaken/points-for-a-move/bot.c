#include "bot.h"

int main(void) {
    read_from("matrix.txt");
    move(player, 1);
    decide();
    if (player == 'A') points_a++;
    else points_b++;
    hand_over();
    write_to("matrix.txt");
    return 0;
}
