# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False
# The tree of the champion's search, designed for little memory and fast access.
#
# Every possible step of a position is an edge: its cell and its first value in one word. Edges are
# tried in the order of their values, since the prior of an edge follows from its value; the next
# best edge is searched for only when one is tried, since most edges never are. A tried edge has a
# node with the results of the search. The nodes of a position's edges are in a block of 2, 4, 8 and
# so on; a block that became too small is used again.
#
# Values are flat chances: half of the logarithm of the odds is used instead of the whole. Near a
# win all chances are almost 1, and a search by plain chances becomes indifferent there; so it lost
# games that were nearly won. Flat chances still differ there.
#
# A search corrects its own first values: for each player, number of steps made and cell, it keeps a
# mean of what the search found beyond the first value of a step to that cell, and adds it to the
# odds of such steps in positions that come later.

from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from bot.virus_war.file cimport CROSSES, DRAWN, OPEN, STEPS
from bot.virus_war.uct_tree cimport ALLOCATED, PASS, SPARE
from bot.virus_war.weights cimport COUNTS
from bot.virus_war.curves cimport FINENESS, MOST_CELLS, Curves, free_curves, init_curves
from bot.virus_war.maths cimport (
    Logarithms, exponential, lay_logarithms, logarithm, logistic, square_root,
)


cdef enum:
    MOST_NODES = 14000000     # 448 MB, of which only used pages take memory
    FEWEST_NODES = 14000
    EDGES_PER_NODE = 8        # 448 MB for the most nodes
    BLOCKS = 10               # sizes of blocks: 2 to 1024
    SURE = 0xffff             # the value of a step that wins at once; that of a loss is 0
    FINE = 1024               # number of different values for priors
    WIDEST = 10 * FINENESS    # the greatest logarithm of odds; greater ones count as this
    NEARLY = 4                # unit of the table of odds, in steps of a curve
    WORTHS = 2 * WIDEST // NEARLY + 1
    KEEN = 30                 # weight of the value in a prior
    MANY = 1000               # visits of a node that raise the weight of its priors
    GREATEST_ERROR = 3000     # of a first value, in steps of a curve; greater ones count as this
    SAMPLE = 8 + 2 * COUNTS


cdef struct Samples:     # of positions of a search, for the fitting of weights
    int16_t *room               # rows of SAMPLE numbers
    int64_t used
    int64_t most
    int least            # fewest visits of a position


cdef struct Node:
    float value                 # the crosses' flat chance to win
    float pull                  # its prior divided by its visits and one more
    float scale                 # factor that makes the sum of its children's priors 1
    int32_t visits
    int32_t nodes               # the first tried child; children are in the order of edges
    int32_t edges               # the first of its edges
    uint16_t count              # of edges; none yet: 0
    uint16_t tried
    int16_t at                  # the cell stepped on, or PASS
    int8_t winner               # proven, or OPEN


cdef struct PuctTree:
    Node *nodes
    uint32_t *edges
    int32_t most_nodes          # that there is memory for; edges: EDGES_PER_NODE times as many
    int32_t used_nodes
    int32_t used_edges
    int32_t idle[BLOCKS]        # lists of free blocks; empty: -1
    float drawn                 # the value of a draw for the crosses
    Curves curves
    Logarithms logarithms
    uint16_t worths[WORTHS]     # values of steps by the odds after them, from -WIDEST on
    float prior_weights[FINE]   # weights of steps by their values, before they are scaled to priors
    float corrections[2][STEPS][MOST_CELLS]   # of odds, by player, steps made and cell


cdef inline uint16_t worth_of(double value) noexcept nogil:
    """Return a chance as the value of an edge, neither a sure win nor a sure loss."""
    return <uint16_t>(1.0 + value * (SURE - 2))


cdef inline void allocate_tree(PuctTree *tree) noexcept nogil:
    """Allocate the largest tree for which there is memory, or none."""
    cdef uint64_t allocated_nodes
    tree.most_nodes = MOST_NODES
    while True:
        allocated_nodes = ALLOCATED * <uint64_t>tree.most_nodes
        tree.nodes = <Node *>malloc(allocated_nodes * sizeof(Node) + SPARE)
        tree.edges = <uint32_t *>malloc(allocated_nodes * EDGES_PER_NODE * sizeof(uint32_t))
        if tree.nodes != NULL and tree.edges != NULL:
            return
        free(tree.nodes)
        free(tree.edges)
        tree.nodes, tree.edges = NULL, NULL
        if tree.most_nodes <= FEWEST_NODES:
            return
        tree.most_nodes //= 2


cdef inline bint init_tree(PuctTree *tree, int size, int ending) noexcept nogil:
    """Allocate a tree for a board; return False if there is no memory."""
    cdef int n
    allocate_tree(tree)
    lay_logarithms(&tree.logarithms)
    for n in range(WORTHS):
        tree.worths[n] = worth_of(logistic((NEARLY * n - WIDEST) * 0.5 / FINENESS))
    for n in range(FINE):
        tree.prior_weights[n] = <float>exponential(KEEN * ((n + 0.5) / FINE - 1.0))
    tree.drawn = 0.5
    clear_tree(tree)
    return init_curves(&tree.curves, size, ending) and tree.nodes != NULL and tree.edges != NULL


cdef inline void clear_tree(PuctTree *tree) noexcept nogil:
    """Empty the tree."""
    cdef int n
    tree.used_nodes = 0
    tree.used_edges = 0
    memset(tree.corrections, 0, sizeof(tree.corrections))
    for n in range(BLOCKS):
        tree.idle[n] = -1


cdef inline void free_tree(PuctTree *tree) noexcept nogil:
    free(tree.nodes)
    free(tree.edges)
    free_curves(&tree.curves)


cdef inline bint is_full(const PuctTree *tree) noexcept nogil:
    cdef int32_t most_edges = tree.most_nodes * EDGES_PER_NODE
    return tree.used_nodes + 1024 > tree.most_nodes or tree.used_edges + 1024 > most_edges


cdef inline uint16_t worth_by_odds(const PuctTree *tree, int odds) noexcept nogil:
    """Return the value of a step by the odds that it leaves its player.

    The odds are given as their logarithm in steps of a curve.
    """
    odds = odds if odds < WIDEST else WIDEST
    odds = odds if odds > -WIDEST else -WIDEST
    return tree.worths[(WIDEST + odds) // NEARLY]


cdef inline int odds_by_worth(const PuctTree *tree, uint16_t worth) noexcept nogil:
    """Return the least odds of which ``worth_by_odds`` is not below a value."""
    cdef int low = 0
    cdef int high = WORTHS - 1
    cdef int middle
    while low < high:
        middle = (low + high) // 2
        if tree.worths[middle] < worth:
            low = middle + 1
        else:
            high = middle
    return NEARLY * low - WIDEST


cdef inline void correct(
    PuctTree *tree, int player, int made, int at, int first, float value
) noexcept nogil:
    """Learn from the odds that a step had first, and the value that the search has for it."""
    cdef float *correction = &tree.corrections[player][made][at]
    cdef int error = odds_by_worth(tree, worth_of(value)) - first
    error = error if error < GREATEST_ERROR else GREATEST_ERROR
    error = error if error > -GREATEST_ERROR else -GREATEST_ERROR
    correction[0] += <float>0.1 * (<float>error - correction[0])


cdef inline float eagerness(const PuctTree *tree, int visits) noexcept nogil:
    """Return the weight of the priors at a node."""
    return square_root(<float>visits) * (
        <float>0.2 + <float>0.04 * logarithm(&tree.logarithms, 1 + visits // MANY)
    )


cdef inline float unflattened(float value) noexcept nogil:
    """Return the chance for a flat one: that of the squared odds."""
    return value * value / (value * value + (<float>1.0 - value) * (<float>1.0 - value))


cdef inline uint32_t edge_of(int at, uint32_t worth) noexcept nogil:
    return worth << 16 | <uint16_t>at


cdef inline int cell_of(uint32_t edge) noexcept nogil:
    return <int16_t>(edge & 0xffff)


cdef inline float worth_to_mover(uint32_t edge) noexcept nogil:
    return <float>(edge >> 16) * <float>(1.0 / SURE)


cdef inline float prior_weight(const PuctTree *tree, uint32_t edge) noexcept nogil:
    return tree.prior_weights[edge >> 22]


cdef inline void bring_best(uint32_t *edges, int place, int count) noexcept nogil:
    """Swap the best of the edges from an index on with the edge at that index."""
    cdef uint32_t edge
    cdef uint32_t best = 0
    cdef int at = place
    cdef int n
    for n in range(place, count):
        edge = edges[n]
        at = n if edge > best else at
        best = edge if edge > best else best
    if place < count:
        edges[at] = edges[place]
        edges[place] = best


cdef inline float for_side(float value, int player) noexcept nogil:
    """Return the value for the player of a value for the crosses."""
    return value if player == CROSSES else <float>1.0 - value


cdef inline void settle(const PuctTree *tree, Node *node, int winner) noexcept nogil:
    """Mark a node as proven."""
    node.winner = <int8_t>winner
    node.value = tree.drawn if winner == DRAWN else <float>(winner == CROSSES)


cdef inline void init_node(Node *node, int at, float value, float prior) noexcept nogil:
    """Make the node of a step; its first value counts as one visit."""
    node.value = value
    node.pull = <float>0.5 * prior
    node.visits = 1
    node.count = 0
    node.tried = 0
    node.at = <int16_t>at
    node.winner = OPEN


cdef inline void add_visits(Node *node, int visits) noexcept nogil:
    """Update the pull, which is read far more often than it changes."""
    node.pull *= <float>(1 + node.visits) / <float>(1 + node.visits + visits)
    node.visits += visits


cdef inline int32_t new_root(PuctTree *tree) noexcept nogil:
    """Make a new root."""
    cdef int32_t root = tree.used_nodes
    tree.used_nodes += 1
    init_node(&tree.nodes[root], PASS, 0.5, 1.0)
    return root


cdef inline int32_t block_for(PuctTree *tree, int size) noexcept nogil:
    """Return a block for 2 << size nodes."""
    cdef int32_t block = tree.idle[size]
    if block >= 0:
        tree.idle[size] = tree.nodes[block].nodes
        return block
    block = tree.used_nodes
    tree.used_nodes += 2 << size
    return block


cdef inline void make_room(PuctTree *tree, Node *node) noexcept nogil:
    """Make room for one more child: a full block is replaced by one of twice the size."""
    cdef int size = 0
    cdef int32_t block
    cdef int n
    if node.tried == 0:
        node.nodes = block_for(tree, 0)
        return
    if node.tried == 1 or node.tried & (node.tried - 1):
        return
    while 2 << size < node.tried:
        size += 1
    block = block_for(tree, size + 1)
    for n in range(node.tried):
        tree.nodes[block + n] = tree.nodes[node.nodes + n]
    tree.nodes[node.nodes].nodes = tree.idle[size]
    tree.idle[size] = node.nodes
    node.nodes = block


cdef inline void resolve_node(const PuctTree *tree, Node *node, int player) noexcept nogil:
    """Mark a node as proven if its player has a winning child or only proven ones."""
    cdef int best = player ^ 1
    cdef int winner
    cdef int n
    for n in range(node.tried):
        winner = tree.nodes[node.nodes + n].winner
        if winner == player:
            settle(tree, node, player)
            return
        if winner == OPEN:
            best = OPEN
        elif winner == DRAWN and best != OPEN:
            best = DRAWN
    if node.tried < node.count and tree.edges[node.edges + node.tried] >> 16:
        return
    if best != OPEN:
        settle(tree, node, best)
