# Plain UCT over single steps, as a baseline.
#
# A playout goes down the tree to the child with the best sum of its value and of a bonus for few
# visits, adds the children of the node where it leaves the tree, plays the game out at random, and
# counts the result at each node of its path.
#
# Expected before: names.pxi, rules.pxi, rollout.pxi, and `make` of styles.pxi.


cdef inline int32_t unvisited_or_best(
    const UctTree *tree, const UctNode *node, int player, Chance *chance
) noexcept nogil:
    """Return the child to try next: a random one never tried, if there is one."""
    cdef const UctNode *child
    cdef const UctNode *children = &tree.nodes[node.children]
    cdef float explored = logarithm(&tree.logarithms, node.visits)
    cdef float best_score = -1.0
    cdef float score
    cdef int best = 0
    cdef int untried = 0
    cdef int n
    for n in range(node.count):
        child = &children[n]
        if child.visits == 0:
            untried += 1
            if random_below(chance, untried) == 0:
                best = n
        elif untried == 0:
            score = for_player(child.value, player)
            score += square_root(explored / <float>child.visits)
            if score > best_score:
                best_score = score
                best = n
    return node.children + best


cdef inline void add_children(UctTree *tree, UctNode *node, const Game *game) noexcept nogil:
    cdef Bits cells = targets(game, game.player)
    cdef int at
    node.children = tree.used
    while some(cells):
        at = first(cells)
        cells = cells ^ bit(at)
        new_node(tree, at)
        node.count += 1
    if may_pass(game):
        new_node(tree, PASS)
        node.count += 1


cdef inline void try_out(
    UctTree *tree, int32_t root, const Game *start, Chance *chance, bint newest
) noexcept nogil:
    """Make a playout."""
    cdef Game now = start[0]
    cdef int32_t path[DEEPEST]
    cdef int length = 1
    cdef int64_t steps = 0
    cdef UctNode *node = &tree.nodes[root]
    cdef float value
    path[0] = root
    while now.winner == OPEN and length < DEEPEST:
        if node.count == 0:
            if node.visits == 0 and length > 1:
                break
            add_children(tree, node, &now)
        path[length] = unvisited_or_best(tree, node, now.player, chance)
        node = &tree.nodes[path[length]]
        length += 1
        make(&now, node.at)
    if now.winner == OPEN:
        if newest:
            value = value_of_win(tree, play_out_newest(&now, chance, &steps))
        else:
            value = value_of_win(tree, play_out_portable(&now, chance, &steps))
    else:
        value = value_of_win(tree, now.winner)
    while length:
        length -= 1
        count_visit(&tree.nodes[path[length]], value)


cdef inline int64_t grow_plainly(
    UctTree *tree, int32_t root, const Game *game, const Budget *budget, Chance *chance
) noexcept nogil:
    """Make playouts until the budget is spent or no choice is left; return their number."""
    cdef bint newest = has_newest()
    cdef int64_t playouts = 0
    while tree.nodes[root].count != 1 and not is_uct_full(tree):
        try_out(tree, root, game, chance, newest)
        playouts += 1
        if is_spent(budget, playouts, playouts - 1):
            break
    return playouts
