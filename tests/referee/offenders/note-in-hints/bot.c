/* Leaves itself a note for its next turn: what its own program file is likely to be used for. */
#include "../offender.h"
#include <stdint.h>

enum { GET_HINT = 1035, SET_HINT = 1036, SHORT_LIFE = 2 };

int main(int count, char **words) {
    uint64_t hint = 0;
    int program = open(words[0], O_RDONLY);
    if (!is_first_turn()) return unless(count > 0 && fcntl(program, GET_HINT, &hint) == 0 && hint == SHORT_LIFE);
    hint = SHORT_LIFE;
    fcntl(program, SET_HINT, &hint);
    play();
}
