#include "bot.h"

int main(void) {
    read_from("matrix.txt");
    int row = 0;
    while (row < 8) { /* and nothing raises it */
        for (int column = 0; column < 8; column++)
            if (reach(player, row, column, 0)) number += column;
    }
    write_to("matrix.txt");
    return 0;
}
