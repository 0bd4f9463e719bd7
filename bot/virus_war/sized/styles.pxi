# The choice of a turn by each style.
#
# Expected before: names.pxi, rules.pxi, rollout.pxi, `play_out_portable` and `play_out_newest`.


cdef inline void make(Game *game, int at) noexcept nogil:
    """Make a step or pass."""
    if at == PASS:
        make_pass(game)
    else:
        step(game, at)


cdef inline int random_step(const Game *game, Chance *chance) noexcept nogil:
    """Return a random step; a pass only if there is none."""
    cdef Bits cells = targets(game, game.player)
    return pick(cells, chance, False) if some(cells) else PASS


cdef inline int greed(const Game *game, int at) noexcept nogil:
    """Return the immediate value of a step: a win, then a kill, then room for us, not for them."""
    cdef Game now = game[0]
    cdef int own = game.player
    cdef int value
    make(&now, at)
    value = count(targets(&now, own)) - count(targets(&now, own ^ 1))
    if not some(game.empty & bit(at)):
        value += 10000
    if now.winner == own:
        value += 1000000
    return value


cdef inline int greedy_step(const Game *game, Chance *chance) noexcept nogil:
    """Return the best immediate step, random among equals; a pass only if there is none."""
    cdef Bits cells = targets(game, game.player)
    cdef int best = PASS
    cdef int best_value = -1000000
    cdef int equals = 0
    cdef int at
    cdef int value
    while some(cells):
        at = first(cells)
        cells = cells ^ bit(at)
        value = greed(game, at)
        if value > best_value:
            best_value = value
            equals = 0
        if value == best_value:
            equals += 1
            if random_below(chance, equals) == 0:
                best = at
    return best


include "uct_search.pxi"
include "features.pxi"
include "evaluation.pxi"
include "quiet_steps.pxi"
include "quiet_kills.pxi"
include "puct_steps.pxi"
include "puct_search.pxi"
include "samples.pxi"
include "dfpn_search.pxi"


cdef inline int turns_to_come(const Game *game) noexcept nogil:
    """Return the estimated number of turns that the player will still have."""
    cdef int steps = 2 * count(game.empty) + count(game.live[CROSSES] | game.live[NOUGHTS])
    return 1 + steps // 14


cdef inline void explain_step(
    int at, float value, bint proven, int visits, int64_t playouts, int nodes
) noexcept nogil:
    """Print the chosen step and its value to standard error."""
    cdef char name[8]
    memcpy(name, b"pass", 5)
    if at != PASS:
        name_cell(name, column_of(at), row_of(at))
    fprintf(
        stderr, b"%s: %.1f%%%s, %d visits, %d playouts, %d nodes\n", name,
        100.0 * value, b" proven" if proven else b"", visits, <int>playouts, nodes,
    )


cdef inline int search_step(
    UctTree *tree, int32_t *root, const Game *game, const Budget *budget, Chance *chance,
    const Manner *manner
) noexcept nogil:
    """Return the step that UCT finds, and move the root to it."""
    cdef UctNode *node
    cdef const UctNode *best
    cdef int64_t playouts
    cdef int32_t chosen
    if root[0] < 0 or is_uct_full(tree):
        tree.used = 0
        root[0] = new_node(tree, PASS)
    node = &tree.nodes[root[0]]
    playouts = grow_plainly(tree, root[0], game, budget, chance)
    chosen = best_child(tree, node, game.player)
    best = &tree.nodes[chosen]
    if manner.explain:
        explain_step(
            best.at, for_player(best.value, game.player), best.winner != OPEN, best.visits,
            playouts, tree.used,
        )
    root[0] = chosen
    return best.at


cdef inline void add_step(Turn *turn, int at) noexcept nogil:
    if at != PASS:
        turn.columns[turn.count] = column_of(at)
        turn.rows[turn.count] = row_of(at)
        turn.count += 1


cdef inline bint choose_by_uct(
    Turn *turn, const Game *game, const Budget *budget, Chance *chance, const Manner *manner
) noexcept nogil:
    """Choose a turn by UCT."""
    cdef UctTree tree
    cdef Game now = game[0]
    cdef Budget part
    cdef int32_t root = -1
    cdef int at
    if not init_uct_tree(&tree):
        return False
    while now.half_move == game.half_move:
        part = share_of(budget, now.length - now.made)
        at = search_step(&tree, &root, &now, &part, chance, manner)
        add_step(turn, at)
        make(&now, at)
    free_uct_tree(&tree)
    return True


cdef inline bint choose_by_puct(
    Turn *turn, const Game *game, const Budget *budget, Chance *chance, const Manner *manner,
    Samples *samples
) noexcept nogil:
    """Choose a turn by the champion's search.

    The whole budget is for the first step until no other can overtake it; the rest is then for the
    next one, since the tree of one step serves all.
    """
    cdef PuctTree tree
    cdef Game now = game[0]
    cdef Bits barred = none()
    cdef Budget left = budget[0]
    cdef Node *node
    cdef int64_t playouts
    cdef int32_t root = 0
    cdef int chosen
    if not init_tree(&tree, game.field.size, game.field.rules.ending):
        free_tree(&tree)
        return False
    tree.drawn = for_side(<float>0.45, game.player)
    root = new_root(&tree)
    while now.half_move == game.half_move:
        node = &tree.nodes[root]
        playouts = grow(&tree, root, &now, barred, &left)
        left.playouts -= playouts
        if samples != NULL:
            write_samples(samples, &tree, root, &now, True)
        if node.count == 0:
            # Only barred steps are left, which happens if all turns are lost.
            chosen = greedy_step(&now, chance)
            add_step(turn, chosen)
            make(&now, chosen)
            barred = none()
            root = new_root(&tree)
            continue
        chosen = best_edge(&tree, node, now.player)
        root = follow(&tree, root, chosen, &now, &barred)
        node = &tree.nodes[root]
        add_step(turn, node.at)
        if manner.explain:
            explain_step(
                node.at, unflattened(for_side(node.value, game.player)), node.winner != OPEN,
                node.visits, playouts, tree.used_nodes,
            )
    free_tree(&tree)
    return True


cdef inline bint choose(
    Turn *turn, const Game *game, const Budget *budget, Chance *chance, const Manner *manner,
    Samples *samples
) noexcept nogil:
    """Choose the steps of a turn, or of its rest; return False if there is no memory."""
    cdef Game now = game[0]
    cdef int at
    turn.count = 0
    if manner.style == CHAMPION:
        return choose_by_puct(turn, game, budget, chance, manner, samples)
    if manner.style == UCT:
        return choose_by_uct(turn, game, budget, chance, manner)
    while now.half_move == game.half_move:
        at = greedy_step(&now, chance) if manner.style == GREEDY else random_step(&now, chance)
        add_step(turn, at)
        make(&now, at)
    return True


include "solve.pxi"


cdef inline int64_t steps_of_rollouts(
    const Game *game, int64_t games, Chance *chance, bint portable
) noexcept nogil:
    """Play random games to the end, and return the number of their steps."""
    cdef int64_t steps = 0
    cdef int64_t _
    cdef bint newest = has_newest() and not portable
    for _ in range(games):
        if newest:
            play_out_newest(game, chance, &steps)
        else:
            play_out_portable(game, chance, &steps)
    return steps
