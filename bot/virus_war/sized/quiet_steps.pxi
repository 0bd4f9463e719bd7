# The values of quiet steps from a position, without making them.
#
# Most steps take an empty cell, kill nothing and connect no chain. Such a step changes the other
# side's counts only by what it attacks and puts in danger, and a few counts of its own side. The
# counts that no quiet step of a position changes are added up once.
#
# The result is exactly that of evaluation.pxi.
#
# Expected before: names.pxi, rules.pxi, features.pxi and evaluation.pxi.


cdef extern from *:
    """
    #ifndef VW_QUIET_STEPS    /* 0: a kernel that makes all steps, for a test of the others */
    #define VW_QUIET_STEPS 1
    #endif
    """
    bint KNOWS_QUIET_STEPS "VW_QUIET_STEPS"


cdef struct Outlook:         # data common to the quiet steps from a position
    bint exists              # False: all steps must be made to be evaluated
    bint goes_on             # True if the player moves after a step, too
    const Field *field
    const int16_t *own       # curves of the player who makes the step, and of the other
    const int16_t *other
    int length               # of a curve
    int total                # contribution of all counts that no quiet step changes
    int backed               # number of own symbols that keep our chain alive
    int attacked             # number of symbols that the other can kill at once
    int firm_of_other        # number of firm cells of the other
    Bits empty
    Bits reach
    Bits open_cells          # for us, and for the other
    Bits open_to_other
    Bits enemies
    Bits out_of_reach        # enemies that we cannot kill at once
    Bits killed              # enemies
    Bits joining             # cells where a step connects more of them with our chain
    Bits firm
    Bits in_danger           # cells where the other can step
    Bits near_chain
    Bits lost                # symbols that the other has killed


cdef inline int on_curve(
    const Outlook *outlook, const int16_t *curves, int which, int number
) noexcept nogil:
    return curves[which * outlook.length + number]


cdef inline const int16_t *curves_of_side(
    const int16_t *row, int length, bint is_next
) noexcept nogil:
    """Return the curves of a side in a row: after a constant, first those of the next to move."""
    return row + 1 + (0 if is_next else COUNTS * length)


cdef inline bint decides_nothing(const Game *game, const Features *features) noexcept nogil:
    """Return whether no quiet step ends the game, or ends a turn early."""
    cdef int limit = game.field.rules.limit
    if limit and game.half_move >= limit:
        return False
    return features.counts[0] >= STEPS and count(targets(game, game.player)) > 1


cdef inline Outlook outlook_from(
    Curves *curves, const Logarithms *logarithms, const Game *game, const Features *features
) noexcept nogil:
    """Compute the data common to the quiet steps from the position."""
    cdef Outlook outlook
    cdef int own = game.player
    cdef int foe = own ^ 1
    cdef int left = game.length - game.made - 1
    cdef const int16_t *row
    cdef int n
    outlook.exists = (
        KNOWS_QUIET_STEPS and has_entered(game, own) and has_entered(game, foe) and some(game.empty)
        and decides_nothing(game, features)
    )
    if not outlook.exists:
        return outlook
    row = curves_for(curves, logarithms, left if left else STEPS, features.empty - 1)
    outlook.goes_on = left > 0
    outlook.field = game.field
    outlook.length = length_of_curve(curves)
    outlook.own = curves_of_side(row, outlook.length, outlook.goes_on)
    outlook.other = curves_of_side(row, outlook.length, not outlook.goes_on)
    outlook.empty = game.empty
    outlook.reach = game.reach[own]
    outlook.open_cells = game.empty | game.live[foe]
    outlook.open_to_other = game.empty | game.live[own]
    outlook.enemies = game.live[foe]
    outlook.out_of_reach = game.live[foe] & ~game.reach[own]
    outlook.killed = game.dead[foe]
    outlook.joining = grown(game.dead[foe] & ~game.chain[own])
    outlook.firm = firm_reach(game, own)
    outlook.in_danger = game.reach[foe]
    outlook.near_chain = grown(game.chain[own])
    outlook.lost = game.dead[own]
    outlook.backed = count(game.live[own] & outlook.near_chain)
    outlook.attacked = features.counts[2]
    outlook.firm_of_other = features.counts[6]
    outlook.total = row[0]
    outlook.total += on_curve(&outlook, outlook.own, 3, count(game.live[own]) + 1)
    outlook.total += on_curve(&outlook, outlook.own, 4, count(game.dead[own]))
    outlook.total += on_curve(&outlook, outlook.own, 5, count(game.chain[own]))
    for n in range(COUNTS):
        if n != 2 and n != 6:
            outlook.total += on_curve(&outlook, outlook.other, n, features.counts[n])
    return outlook


cdef inline Bits quiet_steps(const Outlook *outlook, Bits cells) noexcept nogil:
    """Return the cells of quiet steps; a few that only spread along a chain are left out."""
    cdef Bits spreading = grown(outlook.killed & ~outlook.firm) & ~outlook.in_danger
    return cells & outlook.empty & ~outlook.joining & ~spreading


cdef inline int firm_of_attacked(const Outlook *outlook, Bits around) noexcept nogil:
    """Return the number of firm cells of the other after we have some more cells within reach."""
    cdef Bits safe = outlook.out_of_reach & ~around
    return count(reached_by(safe, outlook.lost) & outlook.open_to_other)


cdef inline int quiet_odds(const Outlook *outlook, int at) noexcept nogil:
    """Return the logarithm of the odds after a quiet step, in steps of a curve."""
    cdef Bits cell = bit(at)
    cdef Bits around = outlook.field.touching[at]
    cdef Bits open_cells = outlook.open_cells ^ cell
    cdef Bits room = (outlook.reach | around) & open_cells
    cdef Bits firm = outlook.firm
    cdef bint in_danger = some(cell & outlook.in_danger)
    cdef int firm_of_other = outlook.firm_of_other
    cdef int total = outlook.total
    if not in_danger:
        firm = firm | around
    if some(around & outlook.out_of_reach):
        firm_of_other = firm_of_attacked(outlook, around)
    total += on_curve(outlook, outlook.own, 0, count(room))
    total += on_curve(outlook, outlook.own, 1, count(grown(room) & open_cells & ~room))
    total += on_curve(outlook, outlook.own, 2, count(room & outlook.enemies))
    total += on_curve(outlook, outlook.own, 6, count(firm & open_cells))
    total += on_curve(outlook, outlook.own, 7, outlook.backed + some(cell & outlook.near_chain))
    total += on_curve(outlook, outlook.other, 2, outlook.attacked + in_danger)
    total += on_curve(outlook, outlook.other, 6, firm_of_other)
    return total if outlook.goes_on else -total
