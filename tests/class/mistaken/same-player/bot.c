#include "bot.h"

int main(void) {
    read_from("matrix.txt");
    move(player, 1);
    decide();
    lower_time();
    number++;
    write_to("matrix.txt");
    return 0;
}
