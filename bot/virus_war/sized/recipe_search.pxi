# The recipe's search, for the width of board that includes this. It is frozen: a measure for later
# players.
#
# A playout goes down the tree as UCT does, and plays nothing out. Where it leaves the tree it
# adds all children, each valued by its look; the best of these values is what it counts on its
# path. How much a child is worth a look at first (PUCT) follows from its value, too.
#
# Orders of the same steps are the same turn. Children are sorted, the best first, and what is
# tried before a child is barred from its turn: the turns with that step are those of the sibling.
# A child left without a step so is nobody's turn, and stands as lost for its player.
#
# A draw counts for less than half to the one who thinks: with an even game before him, neither
# does he pass nor answer a pass with another.
#
# Wins and losses are proven upwards from finished games: a node is won if a child is, and lost
# if all are. A proven node is not visited again unless nothing else is left.


cdef inline float recipe_priority(double value) noexcept nogil:
    """The weight of a child of that value: its priority before the children's are made to be 1."""
    return <float>exponential((value - 1.0) * 4.0)


cdef inline bint is_sensible_recipe_pass(const Game *game) noexcept nogil:
    """Whether to think of passing. Where the last turn wins, who passes first just loses."""
    if not may_pass(game):
        return False
    if game.passes or game.field.rules.ending != LAST_TURN:
        return True
    return not some(targets(game, game.player))


cdef inline void add_recipe_child(
    Tree *tree, Node *node, const Game *game, int at
) noexcept nogil:
    """Adds a child in its place: before all that are worth less to the player."""
    cdef Game now = game[0]
    cdef Node *child = &tree.nodes[new_node(tree, at)]
    cdef Node added
    make(&now, at)
    child.visits = 1
    if now.winner == OPEN:
        child.value = <float>value_by_recipe(&now, &tree.logarithms)
    else:
        prove(tree, child, now.winner)
    child.prior = recipe_priority(for_player(child.value, game.player))
    added = child[0]
    node.count += 1
    while child > &tree.nodes[node.children] and (child - 1).prior < added.prior:
        child[0] = (child - 1)[0]
        child -= 1
    child[0] = added


cdef inline float expand_by_recipe(
    Tree *tree, Node *node, const Game *game, Bits barred
) noexcept nogil:
    """Adds the children; what the best of them is worth to the crosses."""
    cdef Bits cells = targets(game, game.player) & ~barred
    cdef float total = 0.0
    cdef int n
    cdef int at
    node.children = tree.used
    while some(cells):
        at = first(cells)
        cells = cells ^ bit(at)
        add_recipe_child(tree, node, game, at)
    if is_sensible_recipe_pass(game):
        add_recipe_child(tree, node, game, PASS)
    if node.count == 0:
        prove(tree, node, game.player ^ 1)
        return node.value
    for n in range(node.count):
        total += tree.nodes[node.children + n].prior
    for n in range(node.count):
        tree.nodes[node.children + n].prior /= total
    return tree.nodes[node.children].value


cdef inline int recipe_child(const Tree *tree, const Node *node, int player) noexcept nogil:
    cdef const Node *child
    cdef float eagerness = <float>0.25 * square_root(<float>node.visits)
    cdef float best_score = -1.0
    cdef float score
    cdef int best = 0
    cdef int n
    for n in range(node.count):
        child = &tree.nodes[node.children + n]
        if child.winner == (player ^ 1):
            continue
        score = for_player(child.value, player)
        score += eagerness * child.prior / <float>(1 + child.visits)
        if score > best_score:
            best_score = score
            best = n
    return best


cdef inline Bits bar_children_before(
    const Tree *tree, const Node *node, int32_t chosen, Bits barred
) noexcept nogil:
    """What may not be stepped on in this turn once that child is chosen."""
    cdef int32_t n
    for n in range(node.children, chosen):
        if tree.nodes[n].at != PASS:
            barred = barred | bit(tree.nodes[n].at)
    return barred


cdef inline void explore_by_recipe(
    Tree *tree, int32_t root, const Game *start, Bits barred
) noexcept nogil:
    """One playout."""
    cdef Game now = start[0]
    cdef int32_t path[DEEPEST]
    cdef int8_t players[DEEPEST]
    cdef int length = 1
    cdef int half_move
    cdef bint counts
    cdef bint proven
    cdef Node *node = &tree.nodes[root]
    cdef float value
    path[0] = root
    players[0] = <int8_t>now.player
    while node.count and node.winner == OPEN and length < DEEPEST:
        path[length] = node.children + recipe_child(tree, node, now.player)
        barred = bar_children_before(tree, node, path[length], barred)
        node = &tree.nodes[path[length]]
        half_move = now.half_move
        make(&now, node.at)
        if now.half_move != half_move:
            barred = none()
        players[length] = <int8_t>now.player
        length += 1
    value = node.value
    if node.count == 0 and node.winner == OPEN:
        value = expand_by_recipe(tree, node, &now, barred)
        resolve(tree, node, now.player)
    # All was barred: the turns through this node are those of others, and it says nothing of them.
    counts = node.count > 0 or now.winner != OPEN
    proven = node.winner != OPEN
    while length:
        length -= 1
        node = &tree.nodes[path[length]]
        if proven:
            resolve(tree, node, players[length])
            proven = node.winner != OPEN
            value = node.value if proven else value
        if counts:
            count_visit(node, value)


cdef inline int64_t grow_by_recipe(
    Tree *tree, int32_t root, const Game *game, Bits barred, const Budget *budget
) noexcept nogil:
    """Explores until the budget is spent or nothing is left to choose; how often."""
    cdef int64_t playouts = 0
    while tree.nodes[root].winner == OPEN and tree.nodes[root].count != 1 and not is_full(tree):
        explore_by_recipe(tree, root, game, barred)
        playouts += 1
        if is_spent(budget, playouts):
            break
    return playouts
