#include "bot.h"

int main(void) {
    const char *name = "C:\\Users\\Ivan\\peshki\\matrix.txt";
    FILE *file = fopen(name, "r");
    if (file == NULL) return 0;
    fclose(file);
    read_from(name);
    move(player, 1);
    decide();
    hand_over();
    write_to(name);
    return 0;
}
