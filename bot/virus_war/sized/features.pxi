# The features of a side.
#
# They are the numbers of: cells that it can step on now, and enemies among them; cells that a
# second step can reach; its live and its dead symbols; its chain of killed enemies, and the live
# symbols at the chain, which keep it alive; and firm cells, which it would still reach if it lost
# all symbols that the enemy can kill at once.
#
# Expected before: names.pxi and rules.pxi.


cdef inline Bits reached_by(Bits live, Bits killed) noexcept nogil:
    """Return the cells that symbols and their connected chains of killed enemies touch."""
    cdef Bits reach = grown(live)
    cdef Bits fresh = reach & killed
    while some(fresh):
        reach = reach | grown(fresh)
        killed = killed & ~fresh
        fresh = reach & killed
    return reach


cdef inline Bits firm_reach(const Game *game, int own) noexcept nogil:
    """Return the reach of the side without the symbols that the enemy can kill at once."""
    return reached_by(game.live[own] & ~game.reach[own ^ 1], game.dead[own ^ 1])


cdef inline void count_side(const Game *game, int own, int *counts) noexcept nogil:
    cdef int foe = own ^ 1
    cdef Bits open_cells = game.empty | game.live[foe]
    cdef Bits room = game.reach[own] & open_cells
    counts[0] = count(room)
    counts[1] = count(grown(room) & open_cells & ~room)
    counts[2] = count(room & game.live[foe])
    counts[3] = count(game.live[own])
    counts[4] = count(game.dead[own])
    counts[5] = count(game.chain[own])
    counts[6] = count(firm_reach(game, own) & open_cells)
    counts[7] = count(game.live[own] & grown(game.chain[own]))
