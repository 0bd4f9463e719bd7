# The evaluation of a position by its features.
#
# It is a logistic regression on the counts of both sides, for 3, 2 and 1 steps left and for each
# ending of the rules; each count contributes by a curve, see ``curves.pxd``, since the first kills,
# cells within reach or live symbols matter most.
#
# The steps of a position are evaluated one after the other. A step that kills nothing keeps most of
# the other side's counts. Most steps can be evaluated without making them, see quiet_steps.pxi and
# quiet_kills.pxi.
#
# Expected before: names.pxi, rules.pxi and features.pxi.


cdef struct Features:        # of a position before a step
    int counts[COUNTS]   # of the side that does not move
    int empty


cdef inline Features features_at(const Game *game) noexcept nogil:
    cdef Features features
    count_side(game, game.player ^ 1, features.counts)
    features.empty = count(game.empty)
    return features


cdef inline void count_foe(
    const Game *game, const Game *before, const Features *features, int *counts
) noexcept nogil:
    """Count the features of the side that did not make the last step."""
    cdef int own = before.player
    cdef int foe = own ^ 1
    cdef Bits cell = before.empty & ~game.empty
    cdef int n
    if some(game.dead[foe] & ~before.dead[foe]) or not has_entered(before, foe):
        count_side(game, foe, counts)
        return
    for n in range(COUNTS):
        counts[n] = features.counts[n]
    counts[2] += some(cell & game.reach[foe])
    if some(game.reach[own] & ~before.reach[own] & game.live[foe]):
        counts[6] = count(firm_reach(game, foe) & (game.empty | game.live[own]))


cdef inline int odds_after(
    Curves *curves, const Logarithms *logarithms, const Game *game, const Game *before,
    const Features *features,
) noexcept nogil:
    """Return the logarithm of the odds, in steps of a curve, of the player who made the step."""
    cdef int counts[2 * COUNTS]
    cdef int odds
    cdef int empty = features.empty - some(before.empty & ~game.empty)
    cdef int own = 0 if game.player == before.player else COUNTS
    count_side(game, before.player, &counts[own])
    count_foe(game, before, features, &counts[COUNTS - own])
    odds = odds_by_curves(curves, logarithms, game.length - game.made, empty, counts)
    return odds if own == 0 else -odds
