# What a position is worth by its look, for the width of board that includes this.
#
# The weights are those of a logistic regression on some hundred thousand positions of games that
# the champion played against itself on boards of 8 x 8 to 11 x 11; where kills win, they are
# rounded, and those left out that made standing still look good. Counts enter as they are and
# as logarithms: the first symbols killed, cells in reach or lives left matter most. Where players
# may pass, the steps that a turn still has are worth something, too, or passing would look good.


cdef inline float standing(const Game *game, int own, const Logarithms *table) noexcept nogil:
    """How well the side stands, in the logarithm of its odds."""
    cdef int foe = own ^ 1
    cdef Bits room = targets(game, own)
    cdef int space = count(room)
    cdef int ring = count(grown(room) & (game.empty | game.live[foe]) & ~room)
    cdef int prey = count(room & game.live[foe])
    cdef int dead = count(game.dead[own])
    cdef int live = count(game.live[own])
    cdef int safe = count(game.live[own] & ~game.reach[foe])
    if game.field.rules.ending == FULL_TURN:
        return (
            <float>0.91 * table.of[1 + space]
            + <float>0.63 * table.of[1 + ring] - <float>0.067 * ring
            + <float>0.90 * table.of[1 + prey]
            - <float>1.03 * table.of[1 + dead] - <float>0.117 * dead
            + <float>1.36 * table.of[1 + live] - <float>0.286 * live
            + <float>0.10 * table.of[1 + safe] - <float>0.175 * safe
        )
    return (
        <float>0.45 * table.of[1 + space]
        + <float>0.05 * table.of[1 + ring]
        + <float>0.50 * table.of[1 + prey]
        - <float>1.00 * table.of[1 + dead] - <float>0.200 * dead
        + <float>0.10 * table.of[1 + live]
    )


cdef inline double value_by_look(const Game *game, const Tree *tree) noexcept nogil:
    """The crosses' chance to win."""
    cdef const Logarithms *table = &tree.logarithms
    if tree.frozen:
        return value_by_recipe(game, table)
    cdef float odds = standing(game, CROSSES, table) - standing(game, NOUGHTS, table)
    cdef float steps = <float>0.15 * <float>(game.length - game.made)
    if game.field.rules.ending != FULL_TURN:
        odds += steps if game.player == CROSSES else -steps
    return logistic(odds)
