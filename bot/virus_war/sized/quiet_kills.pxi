# What the quiet kills from a position are worth, without making them.
#
# A kill is quiet if the killed symbol stands at no chain of its side, and there is none nearby that
# ours does not have yet. So no chain is cut or gained: what changes is counted from where the
# others of its side still reach.
#
# The sum is exactly that of evaluation.pxi.
#
# Expected before: quiet_steps.pxi and what that expects.


cdef struct KillOutlook:     # from a position, on the quiet kills of its player
    const int16_t *own       # curves, and what no quiet kill changes, as for quiet steps
    const int16_t *other
    int total
    Bits live                # ours
    Bits chain_of_other
    Bits reach_of_chain      # what the other's chain touches


cdef inline KillOutlook kill_outlook_from(
    Curves *curves, const Logarithms *logarithms, const Game *game, const Features *features,
    const Outlook *outlook,
) noexcept nogil:
    """Gathers what the quiet kills from the position have in common."""
    cdef KillOutlook kills
    cdef int own = game.player
    cdef int foe = own ^ 1
    cdef int left = game.length - game.made - 1
    cdef int steps = left if left else STEPS
    cdef const int16_t *row = curves_for(curves, logarithms, steps, features.empty)
    cdef const int *counts = features.counts
    kills.own = row + 1 + (0 if left else COUNTS * outlook.length)
    kills.other = row + 1 + (COUNTS * outlook.length if left else 0)
    kills.live = game.live[own]
    kills.chain_of_other = game.chain[foe]
    kills.reach_of_chain = grown(game.chain[foe])
    kills.total = row[0]
    kills.total += on_curve(outlook, kills.own, 3, count(game.live[own]))
    kills.total += on_curve(outlook, kills.own, 4, count(game.dead[own]))
    kills.total += on_curve(outlook, kills.own, 5, count(game.chain[own]) + 1)
    kills.total += on_curve(outlook, kills.other, 3, counts[3] - 1)
    kills.total += on_curve(outlook, kills.other, 4, counts[4] + 1)
    kills.total += on_curve(outlook, kills.other, 5, counts[5])
    kills.total += on_curve(outlook, kills.other, 7, counts[7])
    return kills


cdef inline bint is_quiet_kill(
    const Outlook *outlook, const KillOutlook *kills, int at
) noexcept nogil:
    """Whether the step is one, as far as can be seen before it is valued."""
    cdef Bits around
    if not outlook.exists or at == PASS or not some(bit(at) & outlook.enemies):
        return False
    around = outlook.field.touching[at]
    return not some(around & (outlook.loose | kills.chain_of_other))


cdef inline Bits firm_after_kill(
    const Outlook *outlook, const KillOutlook *kills, Bits cell, Bits around, Bits reach_of_other
) noexcept nogil:
    """What we reach then without the symbols that the other can kill at once."""
    if not some(outlook.in_danger & ~reach_of_other & kills.live):
        if not some(cell & outlook.firm):
            return outlook.firm
        if not some(around & outlook.killed & ~outlook.firm):
            return outlook.firm | around
    return reached_by(kills.live & ~reach_of_other, outlook.killed | cell)


cdef inline bint quiet_kill_odds(
    const Outlook *outlook, const KillOutlook *kills, int at, int *odds
) noexcept nogil:
    """The logarithm of the odds of its player after a quiet kill, in steps of a curve; False if
    it decides something."""
    cdef Bits cell = bit(at)
    cdef Bits around = outlook.field.touching[at]
    cdef Bits enemies = outlook.enemies ^ cell
    cdef Bits reach = outlook.reach | around
    cdef Bits open_cells = outlook.open_cells ^ cell
    cdef Bits room = reach & open_cells
    cdef Bits reach_of_other = grown(enemies) | kills.reach_of_chain
    cdef Bits room_of_other = reach_of_other & outlook.open_to_other
    cdef Bits firm = firm_after_kill(outlook, kills, cell, around, reach_of_other)
    cdef Bits firm_of_other = reached_by(enemies & ~reach, outlook.lost)
    cdef int room_left = count(room_of_other)
    cdef int total = kills.total
    if room_left < STEPS or not some(enemies):
        return False
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
