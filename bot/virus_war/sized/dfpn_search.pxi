# Proofs of the values of positions.
#
# The search is a depth-first proof-number search: it always goes on at the step with the least
# estimated work for a proof that the prover wins, or for a disproof. A table has positions by their
# hashes, where different orders of the same steps meet. A position is that after a step, not after
# a turn; boards only change one way, so that no position is repeated except by passes, and two
# passes in a row end the game.
#
# The champion's evaluation gives the estimate of a new position. If all steps must be proven, only
# a share of their work is added to that of the hardest one: most lead to the same positions in
# another order.
#
# Expected before: names.pxi, rules.pxi, evaluation.pxi, and `make` of styles.pxi.


cdef inline uint64_t stirred(uint64_t hash, uint64_t part) noexcept nogil:
    hash = (hash ^ part) * <uint64_t>0x9E3779B97F4A7C15
    return hash ^ (hash >> 29)


cdef inline uint64_t hash_of(const Prover *prover, const Game *game) noexcept nogil:
    """Return the hash of a position, computed from the symbols, which determine the reach."""
    cdef Bits sets[4]
    cdef uint64_t words[4 * WORDS]
    cdef uint64_t hash = game.player + 2 * game.made + 8 * game.length + 32 * prover.who
    cdef int n
    sets[0] = game.live[CROSSES]
    sets[1] = game.live[NOUGHTS]
    sets[2] = game.dead[CROSSES]
    sets[3] = game.dead[NOUGHTS]
    memcpy(words, sets, sizeof(words))
    for n in range(4 * WORDS):
        hash = stirred(hash, words[n])
    hash = stirred(hash, game.passes)
    return stirred(hash, <uint64_t>game.half_move if game.field.rules.limit else 1)


cdef inline uint32_t work_at(int room, double odds) noexcept nogil:
    """Return the estimated work of a win with these odds, where one of some steps must be found."""
    return 1 + <uint32_t>(WORK_A_STEP * room / min(max(odds, 1.0 / MOST_ODDS), <double>MOST_ODDS))


cdef inline Numbers guessed(
    Prover *prover, const Game *game, const Game *before, const Features *features
) noexcept nogil:
    """Return the estimate of a new position: one step proves a win of its player, all a loss."""
    cdef Numbers numbers
    cdef int after = odds_after(&prover.curves, &prover.logarithms, game, before, features)
    cdef double odds = exponential(
        (after if game.player == before.player else -after) / <double>FINENESS
    )
    cdef int room = 1 + count(targets(game, game.player))
    numbers.proof = work_at(1, odds)
    numbers.disproof = work_at(room, 1 / odds)
    if game.player != prover.who:
        numbers.proof, numbers.disproof = numbers.disproof, numbers.proof
    return numbers


cdef inline int list_steps(const Game *game, int16_t *steps) noexcept nogil:
    cdef Bits cells = targets(game, game.player)
    cdef int number = 0
    while some(cells):
        steps[number] = <int16_t>first(cells)
        cells = cells ^ bit(steps[number])
        number += 1
    if may_pass(game):
        steps[number] = PASS
        number += 1
    return number


cdef inline void look_ahead(
    Prover *prover, const Game *game, const int16_t *steps, int number, Child *children
) noexcept nogil:
    """List the children with their numbers from the table, or estimates for new positions."""
    cdef Features features = features_at(game)
    cdef const Entry *entry
    cdef Game now
    cdef Child *child
    cdef int n
    for n in range(number):
        child = &children[n]
        now = game[0]
        make(&now, steps[n])
        child.is_over = now.winner != OPEN
        if child.is_over:
            child.numbers.proof = 0 if now.winner == prover.who else SURELY
            child.numbers.disproof = SURELY - child.numbers.proof
            continue
        child.hash = hash_of(prover, &now)
        fetch(prover, child.hash)
    for n in range(number):
        child = &children[n]
        if child.is_over:
            continue
        entry = entry_of(prover, child.hash)
        if entry != NULL:
            child.numbers = entry.numbers
            continue
        now = game[0]
        make(&now, steps[n])
        child.numbers = guessed(prover, &now, game, &features)


cdef inline Numbers summed(
    const Prover *prover, const Game *game, const Child *children, int number, Choice *choice
) noexcept nogil:
    """Return the numbers of a position from its children's, and choose the child to search next.

    If the prover moves, one proof is enough, and a disproof needs all children; for the other side
    it is the other way round.
    """
    cdef Numbers numbers
    cdef bint own = game.player == prover.who
    cdef uint32_t least = SURELY
    cdef uint32_t one
    cdef uint32_t other
    cdef uint64_t most = 0
    cdef uint64_t total = 0
    cdef int n
    choice.best = 0
    choice.second = SURELY
    for n in range(number):
        one = children[n].numbers.proof if own else children[n].numbers.disproof
        if one < least:
            choice.second = least
            least = one
            choice.best = n
        elif one < choice.second:
            choice.second = one
        other = children[n].numbers.disproof if own else children[n].numbers.proof
        most = max(most, <uint64_t>other)
        total += other
    if least == 0:
        total = SURELY
    elif least == SURELY:
        total = 0
    else:
        total = min(most + (total - most) * SHARE // 100, <uint64_t>SURELY - 1)
    numbers.proof = least if own else <uint32_t>total
    numbers.disproof = <uint32_t>total if own else least
    return numbers


cdef inline uint32_t raised(uint32_t bound, uint32_t second) noexcept nogil:
    """Return the bound for the best child: a little more than the second, within the own bound."""
    cdef uint64_t further = <uint64_t>second + second // 4 + 1
    return bound if bound < further else <uint32_t>further


cdef inline Numbers prove_within(
    Prover *prover, const Game *game, uint64_t hash, Numbers bound
) noexcept nogil:
    """Search until one of the numbers reaches its bound, or the budget is spent."""
    cdef int16_t steps[MOST_CHILDREN]
    cdef Child children[MOST_CHILDREN]
    cdef Game now
    cdef Choice choice
    cdef Numbers numbers
    cdef Numbers inner
    cdef Child *child
    cdef uint64_t before = prover.nodes
    cdef int number = list_steps(game, steps)
    cdef bint own = game.player == prover.who
    prover.nodes += 1
    look_ahead(prover, game, steps, number, children)
    while True:
        numbers = summed(prover, game, children, number, &choice)
        if numbers.proof >= bound.proof or numbers.disproof >= bound.disproof:
            break
        if is_exhausted(prover, game.half_move):
            break
        child = &children[choice.best]
        if own:
            inner.proof = raised(bound.proof, choice.second)
            inner.disproof = bound.disproof - numbers.disproof + child.numbers.disproof
        else:
            inner.disproof = raised(bound.disproof, choice.second)
            inner.proof = bound.proof - numbers.proof + child.numbers.proof
        now = game[0]
        make(&now, steps[choice.best])
        child.numbers = prove_within(prover, &now, child.hash, inner)
    keep(prover, hash, numbers, prover.nodes - before)
    return numbers


cdef inline int proven_winner(Prover *prover, const Game *game) noexcept nogil:
    """Return the winner with best play, or DRAWN; OPEN if the budget was spent before."""
    cdef Numbers bound
    cdef Numbers numbers
    cdef int who
    if game.winner != OPEN:
        return game.winner
    bound.proof = SURELY
    bound.disproof = SURELY
    for who in range(2):
        prover.who = who
        numbers = prove_within(prover, game, hash_of(prover, game), bound)
        if numbers.proof == 0:
            return who
        if numbers.disproof != 0:
            return OPEN
        if not may_be_drawn(game):
            return who ^ 1
    return DRAWN


cdef inline bint may_be_drawn(const Game *game) noexcept nogil:
    if game.field.rules.limit:
        return True
    return game.field.rules.ending != LAST_TURN and (
        game.field.rules.passing or game.field.rules.ending == KILL_ALL
    )
