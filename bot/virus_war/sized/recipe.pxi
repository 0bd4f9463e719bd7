# What the recipe thinks of a position, for the width of board that includes this. It is frozen:
# a measure for later players.
#
# A logistic regression for 3, 2 and 1 steps left, of differences between the sides, each with
# a weight that moves with how full the board is.


cdef inline void add_differences(
    const Game *game, int who, float sign, const Logarithms *table, float *sums
) noexcept nogil:
    cdef Bits room = targets(game, who)
    cdef int space = count(room)
    cdef Bits ring = grown(room) & (game.empty | game.live[who ^ 1]) & ~room
    sums[0] += sign * <float>space
    sums[1] += sign * table.of[1 + space]
    sums[2] += sign * <float>count(game.dead[who])
    sums[3] += sign * <float>count(game.live[who])
    sums[4] += sign * <float>count(game.live[who] & ~game.reach[who ^ 1])
    sums[5] += sign * <float>count(ring)


cdef inline double value_by_recipe(const Game *game, const Logarithms *table) noexcept nogil:
    """The crosses' chance to win."""
    cdef const float *weights = recipe_weights(game.field.rules.ending, game.length - game.made)
    cdef float sums[RECIPE_TERMS]
    cdef float phase
    cdef float odds = 0.0
    cdef int n
    for n in range(RECIPE_TERMS):
        sums[n] = 0.0
    phase = <float>1.0 - <float>count(game.empty) / <float>(game.field.size * game.field.size)
    add_differences(game, game.player, 1.0, table, sums)
    add_differences(game, game.player ^ 1, -1.0, table, sums)
    sums[RECIPE_TERMS - 1] = 1.0
    for n in range(RECIPE_TERMS):
        odds += sums[n] * (weights[2 * n] + phase * weights[2 * n + 1])
    return logistic(odds if game.player == CROSSES else -odds)
