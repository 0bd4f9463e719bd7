# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False
# The tree that the champion's search grows, made for little memory and quick looks.
#
# Every step that a position allows is a twig: its cell and what it is worth at first, in one word,
# the best first. They are tried in this order, since what makes a twig worth a look is its worth.
# What was tried is a bough, with room for all that a search finds out. The boughs of a position
# lie side by side in a block of 2, 4, 8 ...; a block that has become too small is used again.
#
# Values are flat chances: half the logarithm of the odds is taken for the whole. Near a win all
# chances are nearly 1, and a search that goes by them no longer minds what it does; so it lost
# games that it had as good as won. Flat ones still differ there.

from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint16_t, uint32_t
from libc.stdlib cimport free, malloc

from bot.virus_war.file cimport CROSSES, DRAWN, OPEN
from bot.virus_war.uct_tree cimport PASS
from bot.virus_war.weights cimport COUNTS
from bot.virus_war.curves cimport Curves, roll_up, unroll
from bot.virus_war.maths cimport Logarithms, exponential, lay_logarithms, logistic


cdef enum:
    MOST_BOUGHS = 14000000    # 448 MB, of which only what is used is memory
    MOST_TWIGS = 110000000    # 440 MB
    BLOCKS = 10               # sizes of blocks: 2 to 1024
    SURE = 0xffff             # the worth of a step that wins at once; that of a loss is 0
    FINE = 1024               # steps of a curve
    WIDEST = 10               # the greatest logarithm of odds
    KEEN = 40                 # how much more a look is drawn to what is worth more
    SAMPLE = 8 + 2 * COUNTS


cdef struct Samples:     # of what a search thought, for those who fit weights
    int16_t *room        # rows of SAMPLE numbers
    int64_t used
    int64_t most
    int least            # visits


cdef struct Bough:
    float value               # the crosses' flat chance to win
    float prior               # how much it is worth a look, among its siblings
    float scale               # makes the priors of its children 1 in sum
    int32_t visits
    int32_t boughs            # the first of its children that were tried, in the order of twigs
    int32_t twigs             # the first of its steps
    uint16_t count            # of twigs; none yet: 0
    uint16_t tried
    int16_t at                # the cell stepped on, or PASS
    int8_t winner             # proven, or OPEN


cdef struct Crown:
    Bough *boughs
    uint32_t *twigs
    int32_t used_boughs
    int32_t used_twigs
    int32_t idle[BLOCKS]      # blocks to use again, each leading to the next; none: -1
    float drawn               # what a draw is worth to the crosses
    float eager               # how much a prior counts
    Curves curves
    Logarithms logarithms
    float chance[FINE + 1]    # flat, by the logarithm of odds, from -WIDEST to WIDEST
    float look[FINE]          # the weight of a step by its worth, before priors are made of it


cdef inline bint raise_crown(Crown *crown, int size, int ending) noexcept nogil:
    """Makes room for a tree on such a board; False if there is no memory."""
    cdef int n
    crown.boughs = <Bough *>malloc(MOST_BOUGHS * sizeof(Bough))
    crown.twigs = <uint32_t *>malloc(MOST_TWIGS * sizeof(uint32_t))
    lay_logarithms(&crown.logarithms)
    for n in range(FINE + 1):
        crown.chance[n] = <float>logistic((2.0 * n / FINE - 1.0) * WIDEST / 2.0)
    for n in range(FINE):
        crown.look[n] = <float>exponential(KEEN * ((n + 0.5) / FINE - 1.0))
    crown.drawn = 0.5
    crown.eager = 0.2
    strip(crown)
    return unroll(&crown.curves, size, ending) and crown.boughs != NULL and crown.twigs != NULL


cdef inline void strip(Crown *crown) noexcept nogil:
    """Takes all away."""
    cdef int n
    crown.used_boughs = 0
    crown.used_twigs = 0
    for n in range(BLOCKS):
        crown.idle[n] = -1


cdef inline void fell_crown(Crown *crown) noexcept nogil:
    free(crown.boughs)
    free(crown.twigs)
    roll_up(&crown.curves)


cdef inline bint is_overgrown(const Crown *crown) noexcept nogil:
    return crown.used_boughs + 1024 > MOST_BOUGHS or crown.used_twigs + 1024 > MOST_TWIGS


cdef inline float chance_of(const Crown *crown, float odds) noexcept nogil:
    """The flat chance that the logarithm of the odds means."""
    cdef float place = (odds + <float>WIDEST) * (<float>FINE / <float>(2 * WIDEST))
    cdef int n
    if not place > 0.0:
        return crown.chance[0]
    if place >= <float>FINE:
        return crown.chance[FINE]
    n = <int>place
    return crown.chance[n] + (crown.chance[n + 1] - crown.chance[n]) * (place - <float>n)


cdef inline float unflattened(float value) noexcept nogil:
    """The chance that a flat one stands for: that of the squared odds."""
    return value * value / (value * value + (<float>1.0 - value) * (<float>1.0 - value))


cdef inline uint32_t twig_of(int at, uint32_t worth) noexcept nogil:
    return worth << 16 | <uint16_t>at


cdef inline int cell_of(uint32_t twig) noexcept nogil:
    return <int16_t>(twig & 0xffff)


cdef inline uint32_t worth_of(float value) noexcept nogil:
    """A chance as it stands on a twig: neither a sure win nor a sure loss."""
    return 1 + <uint32_t>(value * <float>(SURE - 2))


cdef inline float worth_to_mover(uint32_t twig) noexcept nogil:
    return <float>(twig >> 16) / <float>SURE


cdef inline float look_of(const Crown *crown, uint32_t twig) noexcept nogil:
    return crown.look[twig >> 22]


cdef inline float for_side(float value, int player) noexcept nogil:
    """What is worth so much to the crosses is worth this to the player."""
    return value if player == CROSSES else <float>1.0 - value


cdef inline void settle(const Crown *crown, Bough *bough, int winner) noexcept nogil:
    """The bough is proven."""
    bough.winner = <int8_t>winner
    bough.value = crown.drawn if winner == DRAWN else <float>(winner == CROSSES)


cdef inline void bud(Bough *bough, int at, float value, float prior) noexcept nogil:
    """Makes a bough of a step; what is known of it counts as one visit."""
    bough.value = value
    bough.prior = prior
    bough.visits = 1
    bough.count = 0
    bough.tried = 0
    bough.at = <int16_t>at
    bough.winner = OPEN


cdef inline int32_t take_root(Crown *crown) noexcept nogil:
    """A new root, where no step of another tree leads."""
    cdef int32_t root = crown.used_boughs
    crown.used_boughs += 1
    bud(&crown.boughs[root], PASS, 0.5, 1.0)
    return root


cdef inline int32_t block_for(Crown *crown, int size) noexcept nogil:
    """A block for 2 << size boughs."""
    cdef int32_t block = crown.idle[size]
    if block >= 0:
        crown.idle[size] = crown.boughs[block].boughs
        return block
    block = crown.used_boughs
    crown.used_boughs += 2 << size
    return block


cdef inline void make_room(Crown *crown, Bough *bough) noexcept nogil:
    """Room for one more child: a block of twice the size, when one is full."""
    cdef int size = 0
    cdef int32_t block
    cdef int n
    if bough.tried == 0:
        bough.boughs = block_for(crown, 0)
        return
    if bough.tried == 1 or bough.tried & (bough.tried - 1):
        return
    while 2 << size < bough.tried:
        size += 1
    block = block_for(crown, size + 1)
    for n in range(bough.tried):
        crown.boughs[block + n] = crown.boughs[bough.boughs + n]
    crown.boughs[bough.boughs].boughs = crown.idle[size]
    crown.idle[size] = bough.boughs
    bough.boughs = block


cdef inline void resolve_bough(const Crown *crown, Bough *bough, int player) noexcept nogil:
    """Proves it, where its player has a winning child or only proven ones."""
    cdef int best = player ^ 1
    cdef int winner
    cdef int n
    for n in range(bough.tried):
        winner = crown.boughs[bough.boughs + n].winner
        if winner == player:
            settle(crown, bough, player)
            return
        if winner == OPEN:
            best = OPEN
        elif winner == DRAWN and best != OPEN:
            best = DRAWN
    if bough.tried < bough.count and crown.twigs[bough.twigs + bough.tried] >> 16:
        return
    if best != OPEN:
        settle(crown, bough, best)
