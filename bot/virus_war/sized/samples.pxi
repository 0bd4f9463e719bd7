# Samples of a search for the fitting of weights: the counts of both sides in each position that was
# visited often enough.
#
# Expected before: names.pxi, rules.pxi, features.pxi, and `make` of styles.pxi.


cdef inline void write_sample(
    Samples *samples, const Game *game, const Node *node, bint played
) noexcept nogil:
    cdef int16_t *row = &samples.room[samples.used * SAMPLE]
    cdef int counts[2 * COUNTS]
    cdef int n
    if samples.used == samples.most:
        return
    samples.used += 1
    row[0] = <int16_t>(10000 * unflattened(for_side(node.value, game.player)))
    row[1] = <int16_t>(node.visits if node.visits < 30000 else 30000)
    row[2] = <int16_t>(game.length - game.made)
    row[3] = <int16_t>game.field.size
    row[4] = <int16_t>count(game.empty)
    row[5] = <int16_t>game.player
    row[6] = played
    row[7] = node.winner != OPEN
    count_side(game, game.player, counts)
    count_side(game, game.player ^ 1, &counts[COUNTS])
    for n in range(2 * COUNTS):
        row[8 + n] = <int16_t>counts[n]


cdef inline void write_samples(
    Samples *samples, const PuctTree *tree, int32_t at, const Game *game, bint played
) noexcept nogil:
    """A node and its ancestors."""
    cdef const Node *node = &tree.nodes[at]
    cdef Game now
    cdef int32_t n
    if game.winner != OPEN or (node.visits < samples.least and not played):
        return
    if has_entered(game, CROSSES) and has_entered(game, NOUGHTS):
        write_sample(samples, game, node, played)
    for n in range(node.nodes, node.nodes + node.tried):
        if tree.nodes[n].visits >= samples.least:
            now = game[0]
            make(&now, tree.nodes[n].at)
            write_samples(samples, tree, n, &now, False)
