# What a position is worth, turn by turn, for the width of board that includes this: proven where
# that can be done in the time, and what the champion's search thinks elsewhere.
#
# A turn is reported for each step that it can begin with: the best one found.


cdef inline int next_of_proof(Prover *prover, const Game *game, int winner) noexcept nogil:
    """A step that keeps what is proven of the position."""
    cdef int16_t steps[MOST_CHILDREN]
    cdef int number = list_steps(game, steps)
    cdef Game now
    cdef Numbers numbers
    cdef int n
    prover.who = winner if winner < DRAWN else game.player ^ 1
    for n in range(number):
        now = game[0]
        make(&now, steps[n])
        numbers = numbers_of(prover, &now, hash_of(prover, &now))
        if (numbers.proof if winner < DRAWN else numbers.disproof) == 0:
            return steps[n]
    return OFF


cdef inline void complete(
    Crown *crown, Prover *prover, Game *now, Verdict *verdict, int half_move
) noexcept nogil:
    """Adds the steps that are left of the turn: those of a proof, or the best by their look."""
    cdef uint32_t twigs[MOST_CHILDREN]
    cdef int at
    while now.half_move == half_move:
        at = OFF
        if verdict.winner != OPEN:
            at = next_of_proof(prover, now, verdict.winner)
        if at == OFF:
            list_twigs(crown, now, none(), twigs)
            at = cell_of(twigs[0])
        add_step(&verdict.turn, at)
        make(now, at)


cdef inline void follow_crown(
    Crown *crown, Prover *prover, int32_t root, const Game *game, Verdict *verdict
) noexcept nogil:
    """Finds the rest of a turn, the first step of which is the bough's."""
    cdef Game now = game[0]
    cdef Bough *bough = &crown.boughs[root]
    cdef int player = game.player
    cdef int half_move = game.half_move
    cdef int best
    while True:
        add_step(&verdict.turn, bough.at)
        make(&now, bough.at)
        best = best_twig(crown, bough, player)
        if now.half_move != half_move or best == bough.tried or verdict.winner != OPEN:
            break
        bough = &crown.boughs[bough.boughs + best]
    complete(crown, prover, &now, verdict, half_move)


cdef inline void judge(
    Crown *crown, Prover *prover, const Game *game, int32_t root, Verdict *verdict
) noexcept nogil:
    """The verdict on a first step, which is the bough's: proven, if the time is enough."""
    cdef Game now = game[0]
    cdef const Bough *bough = &crown.boughs[root]
    verdict.turn.count = 0
    verdict.chance = for_side(bough.value, game.player)
    make(&now, bough.at)
    verdict.winner = bough.winner
    if verdict.winner == OPEN:
        verdict.winner = proven_winner(prover, &now)
    if verdict.winner != OPEN:
        verdict.chance = crown.drawn if verdict.winner == DRAWN else (
            <float>(verdict.winner == game.player)
        )
    follow_crown(crown, prover, root, game, verdict)


cdef inline void try_all(Crown *crown, int32_t root, const Game *game) noexcept nogil:
    """Makes boughs of all steps, so that there is a verdict on each."""
    cdef Bough *bough = &crown.boughs[root]
    cdef Game now
    if bough.count == 0:
        expand(crown, bough, game, none())
    while bough.tried < bough.count:
        now = game[0]
        make(&now, cell_of(crown.twigs[bough.twigs + bough.tried]))
        sprout(crown, bough, &now, game.player)


cdef inline void judge_all(
    Crown *crown, Prover *prover, const Game *game, int32_t root, int64_t deadline, Report *report
) noexcept nogil:
    """The verdicts on all first steps, each with its share of the time that is left."""
    cdef Bough *bough = &crown.boughs[root]
    cdef int64_t now
    cdef int n
    try_all(crown, root, game)
    report.count = bough.tried
    for n in range(bough.tried):
        now = used_microseconds()
        prover.budget.deadline = now + (deadline - now) // (bough.tried - n)
        judge(crown, prover, game, bough.boughs + n, &report.verdicts[n])


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


cdef inline bint solve(
    Report *report, const Game *game, int64_t microseconds, bint all_turns
) noexcept nogil:
    """Fills the report; False if there is no memory. A part of the time goes to the champion's
    search, and the rest to proofs: of the position, then of each step."""
    cdef Crown crown
    cdef Prover prover
    cdef Budget budget
    cdef int64_t start = used_microseconds()
    cdef int32_t root
    budget.counted = False
    budget.playouts = 0
    budget.deadline = start + microseconds * 6 // 10
    report.count = 0
    if not equip(&prover, &budget):
        return False
    report.winner = proven_winner(&prover, game)
    report.chance = <float>(report.winner == game.player)
    if all_turns and not raise_crown(&crown):
        dismiss(&prover)
        return False
    if all_turns:
        root = take_root(&crown)
        budget.deadline = used_microseconds() + (start + microseconds - used_microseconds()) // 2
        if report.winner == OPEN:
            grow(&crown, root, game, none(), &budget)
        judge_all(&crown, &prover, game, root, start + microseconds, report)
        report.best = best_verdict(report, game.player)
        report.chance = report.verdicts[report.best].chance
        fell_crown(&crown)
    report.nodes = prover.nodes
    dismiss(&prover)
    return True
