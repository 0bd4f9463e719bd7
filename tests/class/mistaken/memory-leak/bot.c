#include "bot.h"

int main(void) {
    read_from("matrix.txt");
    for (int node = 0; node < 40000; node++) {
        char *copy = malloc(65536);
        memset(copy, board[node % 8][0], 65536); /* and nothing frees it */
    }
    play();
    return 0;
}
