# The values of a position and of its turns: proven if there is time, and estimated by the
# champion's search otherwise.
#
# The report has the best turn found for each possible first step.
#
# Expected before: names.pxi, puct_search.pxi, dfpn_search.pxi; `make`, `add_step` of styles.pxi.


cdef inline int next_of_proof(Prover *prover, const Game *game, int winner) noexcept nogil:
    """Return a step that keeps the proven result of the position."""
    cdef int16_t steps[MOST_CHILDREN]
    cdef Child children[MOST_CHILDREN]
    cdef int number = list_steps(game, steps)
    cdef const Numbers *numbers
    cdef int n
    prover.who = winner if winner < DRAWN else game.player ^ 1
    look_ahead(prover, game, steps, number, children)
    for n in range(number):
        numbers = &children[n].numbers
        if (numbers.proof if winner < DRAWN else numbers.disproof) == 0:
            return steps[n]
    return OFF


cdef inline void complete(
    PuctTree *tree, Prover *prover, Game *now, Verdict *verdict, int half_move
) noexcept nogil:
    """Add the remaining steps of the turn: those of a proof, or the best by evaluation."""
    cdef uint32_t edges[MOST_CHILDREN]
    cdef int at
    while now.half_move == half_move:
        at = OFF
        if verdict.winner != OPEN:
            at = next_of_proof(prover, now, verdict.winner)
        if at == OFF:
            list_edges(tree, now, none(), edges)
            at = cell_of(edges[0])
        add_step(&verdict.turn, at)
        make(now, at)


cdef inline void follow_tree(
    PuctTree *tree, Prover *prover, int32_t root, const Game *game, Verdict *verdict
) noexcept nogil:
    """Find the rest of a turn whose first step is that of the node."""
    cdef Game now = game[0]
    cdef Node *node = &tree.nodes[root]
    cdef int player = game.player
    cdef int half_move = game.half_move
    cdef int best
    while True:
        add_step(&verdict.turn, node.at)
        make(&now, node.at)
        best = best_edge(tree, node, player)
        if now.half_move != half_move or best == node.tried or verdict.winner != OPEN:
            break
        node = &tree.nodes[node.nodes + best]
    complete(tree, prover, &now, verdict, half_move)


cdef inline void judge(
    PuctTree *tree, Prover *prover, const Game *game, int32_t root, Verdict *verdict
) noexcept nogil:
    """Return the verdict on the first step of the node, proven if there is enough time."""
    cdef Game now = game[0]
    cdef const Node *node = &tree.nodes[root]
    verdict.turn.count = 0
    verdict.chance = unflattened(for_side(node.value, game.player))
    make(&now, node.at)
    verdict.winner = node.winner
    if verdict.winner == OPEN:
        verdict.winner = proven_winner(prover, &now)
    if verdict.winner != OPEN:
        verdict.chance = tree.drawn if verdict.winner == DRAWN else (
            <float>(verdict.winner == game.player)
        )
    follow_tree(tree, prover, root, game, verdict)


cdef inline void try_all(PuctTree *tree, int32_t root, const Game *game) noexcept nogil:
    """Make nodes of all steps, so that each gets a verdict."""
    cdef Node *node = &tree.nodes[root]
    cdef Game now
    if node.count == 0:
        expand(tree, node, game, none())
    while node.tried < node.count:
        now = game[0]
        make(&now, cell_of(tree.edges[node.edges + node.tried]))
        add_node(tree, node, &now, game.player)


cdef inline int best_verdict(const Report *report, int player) noexcept nogil:
    cdef int best = 0
    cdef int n
    cdef float score
    cdef float best_score = -1.0
    for n in range(report.count):
        score = report.verdicts[n].chance
        if report.verdicts[n].winner == player:
            score = 2.0
        if score > best_score:
            best_score = score
            best = n
    return best


cdef inline void judge_all(
    PuctTree *tree, Prover *prover, const Game *game, int32_t root, int64_t deadline, Report *report
) noexcept nogil:
    """Fill the verdicts on all first steps, each with a share of the time left."""
    cdef Node *node = &tree.nodes[root]
    cdef int64_t now
    cdef int n
    try_all(tree, root, game)
    for n in range(node.tried):
        now = prover.budget.clock()
        prover.budget.deadline = now + (deadline - now) // (node.tried - n)
        judge(tree, prover, game, node.nodes + n, &report.verdicts[n])
        report.count = n + 1
        report.best = best_verdict(report, game.player)
    report.chance = report.verdicts[report.best].chance


cdef inline bint judge_turns(
    Report *report, Prover *prover, const Game *game, const Budget *budget
) noexcept nogil:
    """Fill the verdicts; return False if there is no memory.

    If nothing is proven yet, half of the time is for the champion's search, half for proofs.
    """
    cdef PuctTree tree
    cdef Budget half = budget[0]
    cdef int64_t now = budget.clock()
    cdef int32_t root
    if not init_tree(&tree, game.field.size, game.field.rules.ending):
        free_tree(&tree)
        return False
    half.deadline = now + (budget.deadline - now) // 2
    root = new_root(&tree)
    if report.winner == OPEN:
        grow(&tree, root, game, none(), &half)
    judge_all(&tree, prover, game, root, budget.deadline, report)
    free_tree(&tree)
    return True


cdef inline bint solve(
    Report *report, const Game *game, const Budget *budget, bint all_turns
) noexcept nogil:
    """Fill the report; return False if there is no memory.

    More than half of the time is for a proof of the position, the rest for its turns.
    """
    cdef Prover prover
    cdef Budget part = budget[0]
    cdef int64_t now = budget.clock()
    cdef bint done = True
    if all_turns:
        part.deadline = now + (budget.deadline - now) * 6 // 10
    report.count = 0
    report.best = 0
    report.nodes = 0
    report.chance = -1.0
    if not init_prover(&prover, &part, game.field.size, game.field.rules.ending):
        free_prover(&prover)
        return False
    report.winner = proven_winner(&prover, game)
    if all_turns:
        done = judge_turns(report, &prover, game, budget)
    report.nodes = prover.nodes
    free_prover(&prover)
    return done
