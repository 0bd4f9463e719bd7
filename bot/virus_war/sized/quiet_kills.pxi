# The values of quiet kills from a position, without making them.
#
# A kill is quiet if it connects no chain with ours. It adds its cell to our chain, and takes from
# the other side everything that only the killed symbol reached: its chain, too, if the symbol was
# there.
#
# The result is exactly that of evaluation.pxi.
#
# Expected before: quiet_steps.pxi and what that expects.


cdef struct KillOutlook:     # data common to the quiet kills from a position
    const int16_t *own       # curves and counts that no quiet kill changes, as for quiet steps
    const int16_t *other
    int total
    Bits live                # ours
    Bits chain_of_other
    Bits reach_of_chain      # cells that the other's chain touches
    int chain_counts         # contribution of the chain if the killed symbol is not at it


cdef inline KillOutlook kill_outlook_from(
    Curves *curves, const Logarithms *logarithms, const Game *game, const Features *features,
    const Outlook *outlook,
) noexcept nogil:
    """Compute the data common to the quiet kills from the position."""
    cdef KillOutlook kills
    cdef int own = game.player
    cdef int foe = own ^ 1
    cdef int left = game.length - game.made - 1
    cdef int steps = left if left else STEPS
    cdef const int16_t *row = curves_for(curves, logarithms, steps, features.empty)
    cdef const int *counts = features.counts
    kills.own = curves_of_side(row, outlook.length, outlook.goes_on)
    kills.other = curves_of_side(row, outlook.length, not outlook.goes_on)
    kills.live = game.live[own]
    kills.chain_of_other = game.chain[foe]
    kills.reach_of_chain = grown(game.chain[foe])
    kills.total = row[0]
    kills.total += on_curve(outlook, kills.own, 3, count(game.live[own]))
    kills.total += on_curve(outlook, kills.own, 4, count(game.dead[own]))
    kills.total += on_curve(outlook, kills.own, 5, count(game.chain[own]) + 1)
    kills.total += on_curve(outlook, kills.other, 3, counts[3] - 1)
    kills.total += on_curve(outlook, kills.other, 4, counts[4] + 1)
    kills.chain_counts = on_curve(outlook, kills.other, 5, counts[5])
    kills.chain_counts += on_curve(outlook, kills.other, 7, counts[7])
    return kills


cdef inline Bits quiet_kills(const Outlook *outlook, Bits cells) noexcept nogil:
    """Return the cells of possible quiet kills; the evaluation may still reject some."""
    return cells & outlook.enemies & ~outlook.joining


cdef inline Bits firm_after_kill(
    const Outlook *outlook, const KillOutlook *kills, Bits cell, Bits around, Bits reach_of_other
) noexcept nogil:
    """Return our reach after the kill without the symbols that the other can kill at once."""
    if not some(outlook.in_danger & ~reach_of_other & kills.live):
        if not some(cell & outlook.firm):
            return outlook.firm
        if not some(around & outlook.killed & ~outlook.firm):
            return outlook.firm | around
    return reached_by(kills.live & ~reach_of_other, outlook.killed | cell)


cdef inline int chain_counts_after_kill(
    const Outlook *outlook, const KillOutlook *kills, Bits enemies, Bits reach_of_other
) noexcept nogil:
    """Return the contribution of the rest of the other's chain and of what keeps it alive."""
    cdef Bits chain = reach_of_other & outlook.lost
    return (
        on_curve(outlook, kills.other, 5, count(chain))
        + on_curve(outlook, kills.other, 7, count(enemies & grown(chain)))
    )


cdef inline bint quiet_kill_odds(
    const Outlook *outlook, const KillOutlook *kills, int at, int *odds
) noexcept nogil:
    """Set the logarithm of the odds after a quiet kill, in steps of a curve.

    Returns False if the kill decides something.
    """
    cdef Bits cell = bit(at)
    cdef Bits around = outlook.field.touching[at]
    cdef Bits enemies = outlook.enemies ^ cell
    cdef Bits reach = outlook.reach | around
    cdef Bits open_cells = outlook.open_cells ^ cell
    cdef Bits room = reach & open_cells
    cdef Bits firm_of_other = reached_by(enemies & ~reach, outlook.lost)
    cdef Bits firm
    cdef Bits reach_of_other
    cdef Bits room_of_other
    cdef int room_left
    cdef int total = kills.total
    if some(around & kills.chain_of_other):
        reach_of_other = reached_by(enemies, outlook.lost)
        total += chain_counts_after_kill(outlook, kills, enemies, reach_of_other)
    else:
        reach_of_other = grown(enemies) | kills.reach_of_chain
        total += kills.chain_counts
    room_of_other = reach_of_other & outlook.open_to_other
    room_left = count(room_of_other)
    if room_left < STEPS or not some(enemies):
        return False
    firm = firm_after_kill(outlook, kills, cell, around, reach_of_other)
    total += on_curve(outlook, kills.own, 0, count(room))
    total += on_curve(outlook, kills.own, 1, count(grown(room) & open_cells & ~room))
    total += on_curve(outlook, kills.own, 2, count(room & enemies))
    total += on_curve(outlook, kills.own, 6, count(firm & open_cells))
    total += on_curve(outlook, kills.own, 7, count(kills.live & (outlook.near_chain | around)))
    total += on_curve(outlook, kills.other, 0, room_left)
    total += on_curve(
        outlook, kills.other, 1,
        count(grown(room_of_other) & outlook.open_to_other & ~room_of_other),
    )
    total += on_curve(outlook, kills.other, 2, count(room_of_other & kills.live))
    total += on_curve(outlook, kills.other, 6, count(firm_of_other & outlook.open_to_other))
    odds[0] = total if outlook.goes_on else -total
    return True
