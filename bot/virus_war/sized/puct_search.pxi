# The champion's search, for the width of board that includes this.
#
# A playout goes down the tree as UCT does, and plays nothing out. Where it leaves the tree it
# values all steps by their look; the best of these values is what it counts on its path. How much
# a step is worth a look at first (PUCT) follows from its value, too.
#
# Orders of the same steps are the same turn. Steps are sorted, the best first, and what stands
# before a step is barred from its turn: the turns with that step are those of the sibling. A step
# that leaves nothing else to do so is nobody's turn, and stands as lost for its player. A kill
# that would end the game may be barred so too: then the sibling, which kills it, wins as well.
#
# A draw counts for less than half to the one who thinks: with an even game before him, neither
# does he pass nor answer a pass with another.
#
# Wins and losses are proven upwards from finished games: a position is won if a step wins, and
# lost if all lose. A proven one is not visited again unless nothing else is left.


cdef inline bint is_sensible_pass(const Game *game) noexcept nogil:
    """Whether to think of passing. Where the last turn wins, who passes first just loses; and
    elsewhere there is no need to wait while a cell is free where the enemy cannot kill at once."""
    cdef Bits cells = targets(game, game.player)
    if not may_pass(game):
        return False
    if game.passes:
        return True
    if game.field.rules.ending == LAST_TURN:
        return not some(cells)
    return not some(cells & game.empty & ~game.reach[game.player ^ 1])


cdef inline uint32_t valued_twig(
    Crown *crown, const Game *game, const Look *look, int at
) noexcept nogil:
    """The step, with what it is worth to the player by its look."""
    cdef Game now = game[0]
    cdef float value
    make(&now, at)
    if now.winner != OPEN:
        value = crown.drawn if now.winner == DRAWN else <float>(now.winner == CROSSES)
        if now.winner != DRAWN:
            return twig_of(at, SURE if now.winner == game.player else 0)
    else:
        value = value_by_look(crown, &now, game, look)
    return twig_of(at, worth_of(for_side(value, game.player)))


cdef inline int list_twigs(
    Crown *crown, const Game *game, Bits barred, uint32_t *twigs
) noexcept nogil:
    """Writes the steps that are not barred, the best first; how many."""
    cdef Bits cells = targets(game, game.player) & ~barred
    cdef Look look = look_at(game)
    cdef uint32_t twig
    cdef int number = 0
    cdef int at
    cdef int n
    cdef bint passing = is_sensible_pass(game)
    while passing or some(cells):
        if some(cells):
            at = first(cells)
            cells = cells ^ bit(at)
        else:
            at = PASS
            passing = False
        twig = valued_twig(crown, game, &look, at)
        n = number
        while n and twigs[n - 1] < twig:
            twigs[n] = twigs[n - 1]
            n -= 1
        twigs[n] = twig
        number += 1
    return number


cdef inline float expand(Crown *crown, Bough *bough, const Game *game, Bits barred) noexcept nogil:
    """Adds the steps; what the best of them is worth to the crosses."""
    cdef uint32_t *twigs = &crown.twigs[crown.used_twigs]
    cdef int number = list_twigs(crown, game, barred, twigs)
    cdef float total = 0.0
    cdef int n
    bough.twigs = crown.used_twigs
    bough.count = <uint16_t>number
    crown.used_twigs += number
    if number == 0 or twigs[0] >> 16 == 0:
        settle(crown, bough, game.player ^ 1)
        return bough.value
    if twigs[0] >> 16 == SURE:
        settle(crown, bough, game.player)
        return bough.value
    for n in range(number):
        total += look_of(crown, twigs[n])
    bough.scale = <float>1.0 / total
    return for_side(worth_to_mover(twigs[0]), game.player)


cdef inline int twig_to_visit(const Crown *crown, const Bough *bough, int player) noexcept nogil:
    """The step to go on with. Of those not tried the first is worth more than the others."""
    cdef const Bough *child = &crown.boughs[bough.boughs]
    cdef float eager = crown.eager * square_root(<float>bough.visits)
    cdef float best_score = -1.0
    cdef float score
    cdef uint32_t twig
    cdef int best = 0
    cdef int n
    for n in range(bough.tried):
        if child[n].winner == (player ^ 1):
            continue
        score = for_side(child[n].value, player)
        score += eager * child[n].prior / <float>(1 + child[n].visits)
        if score > best_score:
            best_score = score
            best = n
    if bough.tried < bough.count:
        twig = crown.twigs[bough.twigs + bough.tried]
        score = worth_to_mover(twig) + eager * <float>0.5 * bough.scale * look_of(crown, twig)
        if score > best_score and twig >> 16:
            return bough.tried
    return best


cdef inline void sprout(Crown *crown, Bough *bough, const Game *after, int player) noexcept nogil:
    """Makes a bough of the first step not tried, which leads to that position."""
    cdef uint32_t twig = crown.twigs[bough.twigs + bough.tried]
    cdef Bough *child
    make_room(crown, bough)
    child = &crown.boughs[bough.boughs + bough.tried]
    bough.tried += 1
    bud(
        child, cell_of(twig), for_side(worth_to_mover(twig), player),
        bough.scale * look_of(crown, twig),
    )
    if after.winner != OPEN:
        settle(crown, child, after.winner)


cdef inline Bits bar_before(
    const Crown *crown, const Bough *bough, int chosen, Bits barred
) noexcept nogil:
    """What may not be stepped on in this turn once that step is chosen."""
    cdef int at
    cdef int n
    for n in range(chosen):
        at = cell_of(crown.twigs[bough.twigs + n])
        if at != PASS:
            barred = barred | bit(at)
    return barred


cdef inline int32_t follow(
    Crown *crown, int32_t root, int chosen, Game *game, Bits *barred
) noexcept nogil:
    """Makes the chosen step; the bough that it leads to."""
    cdef Bough *bough = &crown.boughs[root]
    cdef int player = game.player
    cdef int half_move = game.half_move
    barred[0] = bar_before(crown, bough, chosen, barred[0])
    make(game, cell_of(crown.twigs[bough.twigs + chosen]))
    if game.half_move != half_move:
        barred[0] = none()
    if chosen == bough.tried:
        sprout(crown, bough, game, player)
    return bough.boughs + chosen


cdef inline void explore(
    Crown *crown, int32_t root, const Game *start, Bits barred
) noexcept nogil:
    """One playout."""
    cdef Game now = start[0]
    cdef int32_t path[DEEPEST]
    cdef int8_t players[DEEPEST]
    cdef int length = 1
    cdef bint counts
    cdef bint proven
    cdef Bough *bough = &crown.boughs[root]
    cdef float value
    path[0] = root
    players[0] = <int8_t>now.player
    while bough.count and bough.winner == OPEN and length < DEEPEST:
        path[length] = follow(
            crown, path[length - 1], twig_to_visit(crown, bough, now.player), &now, &barred
        )
        bough = &crown.boughs[path[length]]
        players[length] = <int8_t>now.player
        length += 1
    value = bough.value
    if bough.count == 0 and bough.winner == OPEN:
        value = expand(crown, bough, &now, barred)
    # All was barred: the turns through this node are those of others, and it says nothing of them.
    counts = bough.count > 0 or now.winner != OPEN
    proven = bough.winner != OPEN
    while length:
        length -= 1
        bough = &crown.boughs[path[length]]
        if proven:
            if bough.winner == OPEN:
                resolve_bough(crown, bough, players[length])
            proven = bough.winner != OPEN
            value = bough.value if proven else value
        if counts:
            bough.visits += 1
            if bough.winner == OPEN:
                bough.value += (value - bough.value) / <float>bough.visits


cdef inline bint is_settled(const Crown *crown, int32_t root, int64_t left) noexcept nogil:
    """Whether so many more playouts cannot make another step the most visited one."""
    cdef const Bough *child = &crown.boughs[crown.boughs[root].boughs]
    cdef int32_t most = 0
    cdef int32_t second = 0
    cdef int n
    for n in range(crown.boughs[root].tried):
        if child[n].visits > most:
            second = most
            most = child[n].visits
        elif child[n].visits > second:
            second = child[n].visits
    return most > second + left


cdef inline int64_t grow(
    Crown *crown, int32_t root, const Game *game, Bits barred, const Budget *budget
) noexcept nogil:
    """Explores until the budget is spent or nothing is left to choose; how often."""
    cdef int64_t start = used_microseconds()
    cdef int64_t playouts = 0
    while (
        crown.boughs[root].winner == OPEN
        and crown.boughs[root].count != 1
        and not is_overgrown(crown)
    ):
        explore(crown, root, game, barred)
        playouts += 1
        if is_spent(budget, playouts):
            break
        if playouts % 256 == 0 and is_settled(
            crown, root, playouts_left(budget, playouts, start)
        ):
            break
    return playouts


cdef inline int best_twig(const Crown *crown, const Bough *bough, int player) noexcept nogil:
    """The most visited step that is not lost, unless one is won; any, where all are lost."""
    cdef const Bough *child = &crown.boughs[bough.boughs]
    cdef float best_score = -1.0
    cdef float score
    cdef int best = 0
    cdef int n
    for n in range(bough.tried):
        # The value, between 0 and 1, decides between equally visited steps.
        score = <float>child[n].visits + for_side(child[n].value, player)
        if child[n].winner == player:
            score += <float>4e9
        elif child[n].winner != (player ^ 1):
            score += <float>2e9
        if score > best_score:
            best_score = score
            best = n
    if best_score < <float>1e9 and bough.tried < bough.count:
        if crown.twigs[bough.twigs + bough.tried] >> 16:
            return bough.tried
    return best
