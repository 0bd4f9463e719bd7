# The list of steps from a position in the champion's search, with values, the best first.
#
# Expected before: names.pxi, rules.pxi, evaluation.pxi, quiet_steps.pxi, quiet_kills.pxi, and
# `make` of styles.pxi.


cdef inline bint is_sensible_pass(const Game *game) noexcept nogil:
    """Return whether to consider a pass.

    If the last turn wins, the first to pass loses; under other rules a pass is useless while a cell
    is free where the enemy cannot kill at once.
    """
    cdef Bits cells = targets(game, game.player)
    if not may_pass(game):
        return False
    if game.passes:
        return True
    if game.field.rules.ending == LAST_TURN:
        return not some(cells)
    return not some(cells & game.empty & ~game.reach[game.player ^ 1])


cdef inline uint32_t valued_edge(
    const PuctTree *tree, const Game *game, int at, int odds
) noexcept nogil:
    """Return the step with the value for its odds, as this search has learned to correct them."""
    if at != PASS:
        odds += <int>tree.corrections[game.player][game.made][at]
    return edge_of(at, worth_by_odds(tree, odds))


cdef inline uint32_t made_edge(
    PuctTree *tree, const Game *game, const Features *features, int at
) noexcept nogil:
    """Return the step with its value for the player, evaluated by making it."""
    cdef Game now = game[0]
    make(&now, at)
    if now.winner == OPEN:
        return valued_edge(
            tree, game, at, odds_after(&tree.curves, &tree.logarithms, &now, game, features)
        )
    if now.winner == DRAWN:
        return edge_of(at, worth_of(for_side(tree.drawn, game.player)))
    return edge_of(at, SURE if now.winner == game.player else 0)


cdef inline int list_quiet_edges(
    PuctTree *tree, const Game *game, const Features *features, Bits *cells, uint32_t *edges
) noexcept nogil:
    """Write the steps that need not be made, remove them from the set, return their number."""
    cdef Outlook outlook = outlook_from(&tree.curves, &tree.logarithms, game, features)
    cdef KillOutlook outlook_on_kills
    cdef Bits steps
    cdef Bits kills
    cdef int number = 0
    cdef int odds
    cdef int at
    if not outlook.exists:
        return 0
    steps = quiet_steps(&outlook, cells[0])
    kills = quiet_kills(&outlook, cells[0])
    cells[0] = cells[0] & ~(steps | kills)
    while some(steps):
        at = first(steps)
        steps = steps ^ bit(at)
        edges[number] = valued_edge(tree, game, at, quiet_odds(&outlook, at))
        number += 1
    if not some(kills):
        return number
    outlook_on_kills = kill_outlook_from(
        &tree.curves, &tree.logarithms, game, features, &outlook
    )
    while some(kills):
        at = first(kills)
        kills = kills ^ bit(at)
        if quiet_kill_odds(&outlook, &outlook_on_kills, at, &odds):
            edges[number] = valued_edge(tree, game, at, odds)
        else:
            edges[number] = made_edge(tree, game, features, at)
        number += 1
    return number


cdef inline int list_edges(
    PuctTree *tree, const Game *game, Bits barred, uint32_t *edges
) noexcept nogil:
    """Write the steps that are not barred, with the best one first; return their number."""
    cdef Bits cells = targets(game, game.player) & ~barred
    cdef Features features = features_at(game)
    cdef int number = list_quiet_edges(tree, game, &features, &cells, edges)
    cdef int at
    while some(cells):
        at = first(cells)
        cells = cells ^ bit(at)
        edges[number] = made_edge(tree, game, &features, at)
        number += 1
    if is_sensible_pass(game):
        edges[number] = made_edge(tree, game, &features, PASS)
        number += 1
    bring_best(edges, 0, number)
    return number


cdef inline float expand(PuctTree *tree, Node *node, const Game *game, Bits barred) noexcept nogil:
    """Add the edges of a node; return the value of the best step for the crosses."""
    cdef uint32_t *edges = &tree.edges[tree.used_edges]
    cdef int number = list_edges(tree, game, barred, edges)
    cdef float total = 0.0
    cdef int n
    node.edges = tree.used_edges
    node.count = <uint16_t>number
    tree.used_edges += number
    if number == 0 or edges[0] >> 16 == 0:
        settle(tree, node, game.player ^ 1)
        return node.value
    if edges[0] >> 16 == SURE:
        settle(tree, node, game.player)
        return node.value
    for n in range(number):
        total += prior_weight(tree, edges[n])
    node.scale = <float>1.0 / total
    return for_side(worth_to_mover(edges[0]), game.player)
