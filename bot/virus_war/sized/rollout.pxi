# Fast random games to the end.
#
# During a turn only the sets of its own side matter, and they only grow; those of the other side
# are computed again at the end of the turn, and only after a kill. The beginning of a game, while a
# side has yet to enter by its corner, and the rest of an unfinished turn are played by rules.pxi.
#
# A player who can step does not pass. If the rules end a game at an incomplete turn, it is enough
# to see that a turn stops early: no other steps could have completed it.
#
# Expected before: names.pxi and rules.pxi.


cdef inline int pick(Bits cells, Chance *chance, bint newest) noexcept nogil:
    """Return one of the cells, each with the same chance."""
    cdef int n = <int>random_below(chance, count(cells))
    return nth_newest(cells, n) if newest else nth(cells, n)


cdef inline int open_up(Game *game, Chance *chance) noexcept nogil:
    """Play to the start of a turn with both sides on the board; return the number of steps."""
    cdef int steps = 0
    cdef Bits cells
    while game.winner == OPEN and (
        game.made or not has_entered(game, CROSSES) or not has_entered(game, NOUGHTS)
    ):
        cells = targets(game, game.player)
        if some(cells):
            step(game, pick(cells, chance, False))
            steps += 1
        else:
            make_pass(game)
    return steps


cdef inline int play_out(
    const Game *start, Chance *lot, int64_t *steps, bint newest
) noexcept nogil:
    """Play the game to its end and return the winner; add to the number of steps."""
    cdef Game now = start[0]
    cdef Chance chance = lot[0]
    cdef int64_t total = open_up(&now, &chance)
    cdef int own = now.player
    cdef int foe = own ^ 1
    cdef int passes = now.passes
    cdef int ending = now.field.rules.ending
    cdef int winner = now.winner
    cdef int length = now.length
    cdef int made
    cdef int at
    cdef bint killed
    cdef Bits cells
    cdef Bits cell
    cdef Bits around
    while winner == OPEN:
        killed = False
        made = 0
        while made < length:
            cells = now.reach[own] & (now.empty | now.live[foe])
            if not some(cells):
                break
            at = pick(cells, &chance, newest)
            cell = bit(at)
            around = now.field.touching[at]
            made += 1
            now.reach[own] = now.reach[own] | around
            if some(now.empty & cell):
                now.empty = now.empty ^ cell
                now.live[own] = now.live[own] | cell
            else:
                now.live[foe] = now.live[foe] ^ cell
                now.dead[foe] = now.dead[foe] | cell
                now.chain[own] = now.chain[own] | cell
                killed = True
                if ending != FULL_TURN and not some(now.live[foe]):
                    winner = own
                    break
            around = around & now.dead[foe] & ~now.chain[own]
            if some(around):
                spread(&now, own, around)
        total += made
        if ending == FULL_TURN:
            if made < length:
                winner = foe
        elif made:
            passes = 0
        else:
            passes += 1
            if passes == 2:
                winner = own if ending == LAST_TURN else DRAWN
        foe = own
        own ^= 1
        length = STEPS
        if killed:
            flood(&now, own)
    lot[0] = chance
    steps[0] += total
    return winner
