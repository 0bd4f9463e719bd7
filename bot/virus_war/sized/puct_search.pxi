# The champion's search.
#
# A playout goes down the tree as in UCT, but plays no game out. Where it leaves the tree it
# evaluates all steps (puct_steps.pxi), and the best of these values is counted on its path. The
# prior of a step (PUCT) follows from its value, too.
#
# Different orders of the same steps are the same turn. Steps are sorted, the best first, and the
# steps before a step are barred from its turn: turns with them belong to the siblings. A step after
# which only barred steps remain counts as lost for its player. A kill that would end the game may
# be barred, too: then the sibling with that kill wins as well.
#
# A draw counts less than half for the searching player: in an even game it neither passes nor
# answers a pass with a pass.
#
# First values that proved wrong correct those of later steps to the same cell (puct_tree.pxd):
# whenever the visits of a step reach 16, 32, 64 and so on, its value is compared with its first.
#
# Wins and losses are proven upwards from finished games: a position is won if a step wins, and lost
# if all lose. A proven position is not visited again unless nothing else is left.
#
# Expected before: names.pxi, rules.pxi, puct_steps.pxi, and `make` of styles.pxi.


cdef enum:
    FOR_ONE_MORE = 16        # visits of a node for one more playout in a row from it
    IN_A_ROW = 64            # most playouts in a row, since the clock is checked only in between
    TRUSTED = 16             # visits of a step from which on its value corrects those of others


cdef struct Tally:       # of playouts from a node
    int visits
    float total          # of values


cdef inline int edge_to_visit(const PuctTree *tree, const Node *node, int player) noexcept nogil:
    """Return the step to search next; of the steps not tried, the first has the best value."""
    cdef const Node *child = &tree.nodes[node.nodes]
    cdef float eager = eagerness(tree, node.visits)
    cdef float best_score = -1.0
    cdef float score
    cdef uint32_t edge
    cdef int best = 0
    cdef int n
    for n in range(node.tried):
        if child[n].winner == (player ^ 1):
            continue
        score = for_side(child[n].value, player)
        score += eager * child[n].pull
        if score > best_score:
            best_score = score
            best = n
    if node.tried < node.count:
        edge = tree.edges[node.edges + node.tried]
        score = worth_to_mover(edge) + eager * <float>0.5 * node.scale * prior_weight(tree, edge)
        if score > best_score and edge >> 16:
            return node.tried
    return best


cdef inline void add_node(PuctTree *tree, Node *node, const Game *after, int player) noexcept nogil:
    """Make the node of the first step not tried, which leads to a position."""
    cdef uint32_t edge = tree.edges[node.edges + node.tried]
    cdef Node *child
    make_room(tree, node)
    child = &tree.nodes[node.nodes + node.tried]
    node.tried += 1
    bring_best(&tree.edges[node.edges], node.tried, node.count)
    init_node(
        child, cell_of(edge), for_side(worth_to_mover(edge), player),
        node.scale * prior_weight(tree, edge),
    )
    if after.winner != OPEN:
        settle(tree, child, after.winner)


cdef inline Bits bar_before(
    const PuctTree *tree, const Node *node, int chosen, Bits barred
) noexcept nogil:
    """Return the cells that are barred from this turn after a step is chosen."""
    cdef int at
    cdef int n
    for n in range(chosen):
        at = cell_of(tree.edges[node.edges + n])
        if at != PASS:
            barred = barred | bit(at)
    return barred


cdef inline int32_t follow(
    PuctTree *tree, int32_t root, int chosen, Game *game, Bits *barred
) noexcept nogil:
    """Make the chosen step, and return its node."""
    cdef Node *node = &tree.nodes[root]
    cdef int player = game.player
    cdef int half_move = game.half_move
    make(game, cell_of(tree.edges[node.edges + chosen]))
    if game.half_move != half_move:
        barred[0] = none()
    else:
        barred[0] = bar_before(tree, node, chosen, barred[0])
    if chosen == node.tried:
        add_node(tree, node, game, player)
    return node.nodes + chosen


cdef inline void count_visits(PuctTree *tree, Node *node, const Tally *tally) noexcept nogil:
    """Add the values of playouts to a node; of a proven node, only their number."""
    add_visits(node, tally.visits)
    if node.winner == OPEN and tally.visits:
        node.value += (tally.total - node.value * <float>tally.visits) / <float>node.visits


cdef inline void learn(
    PuctTree *tree, const Node *child, int before, const Game *game, const Game *after
) noexcept nogil:
    """Correct the first values of steps if the visits of a step have doubled.

    The step leads from one position to the other, and had some visits before.
    """
    cdef Features features
    cdef int first
    if child.visits < TRUSTED or (child.visits ^ before) <= before:
        return
    if child.winner != OPEN or child.at == PASS:
        return
    features = features_at(game)
    first = odds_after(&tree.curves, &tree.logarithms, after, game, &features)
    correct(
        tree, game.player, game.made, child.at, first, for_side(child.value, game.player)
    )


cdef inline int explore(
    PuctTree *tree, int32_t at, const Game *game, Bits barred, int64_t most, int depth, Tally *tally
) noexcept nogil:
    """Make at most ``most`` playouts from a node; return their number, and add their values.

    At a node with many visits, a playout hardly changes the way of the next one: so several in a
    row begin there. A playout has no value if all steps were barred: turns through that node belong
    to its siblings.
    """
    cdef Node *node = &tree.nodes[at]
    cdef Game now
    cdef Bits then_barred
    cdef Tally below
    cdef int32_t child
    cdef int playouts = 0
    cdef int visits
    tally.visits = 0
    tally.total = 0.0
    if node.winner != OPEN or node.count == 0 or depth == DEEPEST:
        tally.total = node.value
        if node.count == 0 and node.winner == OPEN:
            tally.total = expand(tree, node, game, barred)
        tally.visits = node.count > 0 or game.winner != OPEN
        count_visits(tree, node, tally)
        tally.total = tally.total if tally.visits else 0
        return 1
    most = min(most, 1 + node.visits // FOR_ONE_MORE)
    while playouts < most and node.winner == OPEN and not is_full(tree):
        now = game[0]
        then_barred = barred
        child = follow(tree, at, edge_to_visit(tree, node, game.player), &now, &then_barred)
        visits = tree.nodes[child].visits
        playouts += explore(tree, child, &now, then_barred, most - playouts, depth + 1, &below)
        learn(tree, &tree.nodes[child], visits, game, &now)
        if tree.nodes[child].winner != OPEN:
            resolve_node(tree, node, game.player)
        if node.winner != OPEN:
            below.total = node.value * <float>below.visits
        count_visits(tree, node, &below)
        tally.visits += below.visits
        tally.total += below.total
    return playouts if playouts else 1


cdef inline bint is_settled(
    const PuctTree *tree, int32_t root, int player, int64_t left
) noexcept nogil:
    """Return whether no further playouts can change the most visited step that is not lost."""
    cdef const Node *child = &tree.nodes[tree.nodes[root].nodes]
    cdef int32_t most = 0
    cdef int32_t second = 0
    cdef int n
    for n in range(tree.nodes[root].tried):
        if child[n].winner == (player ^ 1):
            continue
        if child[n].visits > most:
            second = most
            most = child[n].visits
        elif child[n].visits > second:
            second = child[n].visits
    return most > second + left


cdef inline int64_t grow(
    PuctTree *tree, int32_t root, const Game *game, Bits barred, const Budget *budget
) noexcept nogil:
    """Make playouts until the budget is spent or no choice is left; return their number.

    There is always one, since without it there would be nothing to choose from.
    """
    cdef int64_t start = budget.clock()
    cdef int64_t playouts = 0
    cdef int64_t before
    cdef Tally tally
    cdef int64_t most = IN_A_ROW
    cdef int64_t settled_at = 256
    while (
        tree.nodes[root].winner == OPEN
        and tree.nodes[root].count != 1
        and not is_full(tree)
    ):
        if budget.counted:
            most = max(1, budget.playouts - playouts)
        before = playouts
        playouts += explore(tree, root, game, barred, most, 0, &tally)
        if is_spent(budget, playouts, before):
            break
        if playouts >= settled_at:
            settled_at = playouts + 256
            if is_settled(tree, root, game.player, playouts_left(budget, playouts, start)):
                break
    return playouts


cdef inline int best_edge(const PuctTree *tree, const Node *node, int player) noexcept nogil:
    """Return a won step, or the most visited one that is not lost; any if all are lost."""
    cdef const Node *child = &tree.nodes[node.nodes]
    cdef double best_score = -1.0
    cdef double score
    cdef int best = 0
    cdef int n
    for n in range(node.tried):
        score = rank_of(
            child[n].visits, for_side(child[n].value, player), child[n].winner, player
        )
        if score > best_score:
            best_score = score
            best = n
    if best_score < NOT_LOST and node.tried < node.count:
        if tree.edges[node.edges + node.tried] >> 16:
            return node.tried
    return best
