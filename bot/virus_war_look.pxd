# What can be counted of a side, for the width of board that includes this.
#
# Rings are what the side could step on with its second and third step, if the enemy stood still.
# What is left without the symbols that the enemy can kill at once is ``firm``. The domain of a
# side is all that it could ever reach if the enemy never moved again: everything but its own
# killed symbols lets it through. Symbols outside the enemy's domain live for ever: in a bunker,
# or in a fort.


cdef struct Looks:       # sets of a side that the counts of both sides need
    Bits room            # what it can step on now
    Bits second          # and with the second step, and with the third
    Bits third
    Bits domain


cdef inline Bits domain_of(const Game *game, int own) noexcept nogil:
    cdef Bits free = game.field.full & ~game.dead[own]
    cdef Bits domain = game.reach[own] & free
    cdef Bits wider = grown(domain) & free
    while some(wider & ~domain):
        domain = wider
        wider = grown(grown(domain) & free) & free
    return domain


cdef inline Looks looks_of(const Game *game, int own) noexcept nogil:
    cdef Looks looks
    cdef Bits open_cells = game.empty | game.live[own ^ 1]
    looks.room = game.reach[own] & open_cells
    looks.second = grown(looks.room) & open_cells & ~looks.room
    looks.third = grown(looks.second) & open_cells & ~(looks.room | looks.second)
    looks.domain = domain_of(game, own)
    return looks


cdef inline Bits firm_reach(const Game *game, int own) noexcept nogil:
    """What the side would reach without the symbols that the enemy can kill at once."""
    cdef Bits live = game.live[own] & ~game.reach[own ^ 1]
    cdef Bits reach = grown(live)
    cdef Bits fresh = reach & game.dead[own ^ 1]
    cdef Bits chain = fresh
    while some(fresh):
        reach = reach | grown(fresh)
        fresh = reach & game.dead[own ^ 1] & ~chain
        chain = chain | fresh
    return reach


cdef inline void count_side(
    const Game *game, int own, const Looks *mine, const Looks *theirs, int16_t *counts
) noexcept nogil:
    cdef int foe = own ^ 1
    cdef Bits live = game.live[own]
    cdef Bits open_cells = game.empty | game.live[foe]
    counts[0] = <int16_t>count(mine.room)
    counts[1] = <int16_t>count(mine.second)
    counts[2] = <int16_t>count(mine.third)
    counts[3] = <int16_t>count(mine.room & game.live[foe])
    counts[4] = <int16_t>count(mine.room & ~game.reach[foe])
    counts[5] = <int16_t>count(live)
    counts[6] = <int16_t>count(live & ~game.reach[foe])
    counts[7] = <int16_t>count(live & theirs.second)
    counts[8] = <int16_t>count(live & theirs.third)
    counts[9] = <int16_t>count(game.dead[own])
    counts[10] = <int16_t>count(game.chain[own])
    counts[11] = <int16_t>count(firm_reach(game, own) & open_cells)
    counts[12] = <int16_t>count(mine.domain & open_cells)
    counts[13] = <int16_t>count(mine.domain & open_cells & ~theirs.domain)
    counts[14] = <int16_t>count(live & ~theirs.domain)
    counts[15] = <int16_t>count(live & grown(game.chain[own]))
