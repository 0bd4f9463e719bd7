#include "bot.h"

static int search(int depth) {
    char line[256];
    snprintf(line, sizeof line, "%d", depth);
    return search(depth + 1) + line[0]; /* nothing ends it */
}

int main(void) {
    read_from("matrix.txt");
    number += search(0);
    write_to("matrix.txt");
    return 0;
}
