# What a position is worth by its look, for the width of board that includes this.
#
# A logistic regression for 3, 2 and 1 steps left, apart for each ending of the rules, of the
# counts of both sides, as they are and as logarithms: the first symbols killed, cells in reach or
# lives left matter most. Each weight moves with how full the board is.


cdef inline float weighed(const float *terms, const float *weights) noexcept nogil:
    """The sum of the terms by their weights, in four parts that the compiler adds side by side."""
    cdef float sums[4]
    cdef int n
    cdef int part
    for part in range(4):
        sums[part] = 0.0
    for n in range(TERMS // 4):
        for part in range(4):
            sums[part] += terms[4 * n + part] * weights[4 * n + part]
    return (sums[0] + sums[1]) + (sums[2] + sums[3])


cdef inline double value_by_look(const Game *game, const Tree *tree) noexcept nogil:
    """The crosses' chance to win."""
    cdef const Weights *weights
    cdef int counts[2 * COUNTS]
    cdef float terms[TERMS]
    cdef float phase
    cdef float odds
    cdef int n
    if tree.frozen:
        return value_by_recipe(game, &tree.logarithms)
    weights = weights_of(game.field.rules.ending, game.length - game.made)
    count_side(game, game.player, counts)
    count_side(game, game.player ^ 1, &counts[COUNTS])
    for n in range(2 * COUNTS):
        terms[n] = <float>counts[n]
        terms[2 * COUNTS + n] = tree.logarithms.of[1 + counts[n]]
    phase = <float>1.0 - <float>count(game.empty) / <float>(game.field.size * game.field.size)
    odds = weights.base[0] + weighed(terms, weights.early)
    odds += phase * (weights.base[1] + weighed(terms, weights.late))
    return logistic(odds if game.player == CROSSES else -odds)
