# What a search thought, written down for those who fit weights, for the width of board that
# includes this: the counts of both sides in each position that was visited often enough.


cdef inline void write_sample(
    Samples *samples, const Game *game, const Bough *bough, bint played
) noexcept nogil:
    cdef int16_t *row = &samples.room[samples.used * SAMPLE]
    cdef int counts[2 * COUNTS]
    cdef int n
    if samples.used == samples.most:
        return
    samples.used += 1
    row[0] = <int16_t>(10000 * unflattened(for_side(bough.value, game.player)))
    row[1] = <int16_t>(bough.visits if bough.visits < 30000 else 30000)
    row[2] = <int16_t>(game.length - game.made)
    row[3] = <int16_t>game.field.size
    row[4] = <int16_t>count(game.empty)
    row[5] = <int16_t>game.player
    row[6] = played
    row[7] = bough.winner != OPEN
    count_side(game, game.player, counts)
    count_side(game, game.player ^ 1, &counts[COUNTS])
    for n in range(2 * COUNTS):
        row[8 + n] = <int16_t>counts[n]


cdef inline void write_samples(
    Samples *samples, const Crown *crown, int32_t at, const Game *game, bint played
) noexcept nogil:
    """The bough and those above it."""
    cdef const Bough *bough = &crown.boughs[at]
    cdef Game now
    cdef int32_t n
    if game.winner != OPEN or (bough.visits < samples.least and not played):
        return
    if has_entered(game, CROSSES) and has_entered(game, NOUGHTS):
        write_sample(samples, game, bough, played)
    for n in range(bough.boughs, bough.boughs + bough.tried):
        if crown.boughs[n].visits >= samples.least:
            now = game[0]
            make(&now, crown.boughs[n].at)
            write_samples(samples, crown, n, &now, False)
