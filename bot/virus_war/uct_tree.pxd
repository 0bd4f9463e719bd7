# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False
# The tree of a UCT search, with its nodes in one block of memory; and the budget of a search.
#
# A node is the position after a single step. Its value is the crosses' chance to win; it has the
# winner, too, if that is proven.

from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint64_t
from libc.stdlib cimport free, malloc

from bot.virus_war.file cimport CROSSES, DRAWN, OPEN
from bot.virus_war.maths cimport Logarithms, lay_logarithms


cdef enum:
    MOST_NODES = 10000000     # 240 MB, of which only used pages take memory
    FEWEST_NODES = 10000
    # A bot may be allowed to allocate twice as much memory as it may use.
    ALLOCATED = 2             # times as much memory is allocated as is used
    SPARE = 16000000          # bytes allocated for all that is not in the tree
    MOST_CHILDREN = 257       # all cells of the largest board, and a pass
    DEEPEST = 400
    PASS = -1
    NOT_LOST = 2000000000     # more than any visits


cdef struct UctNode:
    float value
    int32_t visits
    int32_t children     # the first of them; they are adjacent
    int16_t count        # of children; none yet: 0
    int16_t at           # the cell stepped on, or PASS
    int8_t winner        # proven, or OPEN


cdef struct UctTree:
    UctNode *nodes
    int32_t most         # nodes that there is memory for
    int32_t used
    float drawn          # the value of a draw for the crosses
    Logarithms logarithms


cdef struct Watch:       # over a search that takes long
    void *listener
    void (*tell)(void *listener) noexcept nogil
    uint64_t nodes       # of a proof up to now
    int half_move        # of the last node
    bint stopped         # True if the listener stops the search


cdef struct Budget:      # of a turn, or of the search of one step
    bint counted         # True: limited by playouts; False: by time
    int64_t playouts
    int64_t deadline
    int64_t (*clock)() noexcept nogil   # the clock of the deadline
    Watch *watch         # or NULL


cdef inline uint64_t size_of_memory(int nodes) noexcept nogil:
    return ALLOCATED * <uint64_t>nodes * sizeof(UctNode) + SPARE


cdef inline bint init_uct_tree(UctTree *tree) noexcept nogil:
    """Allocate the largest tree for which there is memory; return False if there is none."""
    tree.most = MOST_NODES
    tree.nodes = <UctNode *>malloc(size_of_memory(tree.most))
    while tree.nodes == NULL and tree.most > FEWEST_NODES:
        tree.most //= 2
        tree.nodes = <UctNode *>malloc(size_of_memory(tree.most))
    lay_logarithms(&tree.logarithms)
    tree.used = 0
    tree.drawn = 0.5
    return tree.nodes != NULL


cdef inline void free_uct_tree(UctTree *tree) noexcept nogil:
    free(tree.nodes)
    tree.nodes = NULL


cdef inline bint is_uct_full(const UctTree *tree) noexcept nogil:
    return tree.used + MOST_CHILDREN > tree.most


cdef inline int32_t new_node(UctTree *tree, int at) noexcept nogil:
    cdef int32_t index = tree.used
    cdef UctNode *node = &tree.nodes[index]
    tree.used += 1
    node.value = 0.5
    node.visits = 0
    node.children = 0
    node.count = 0
    node.at = <int16_t>at
    node.winner = OPEN
    return index


cdef inline float value_of_win(const UctTree *tree, int winner) noexcept nogil:
    """Return the value of a finished game for the crosses."""
    return tree.drawn if winner == DRAWN else <float>(winner == CROSSES)


cdef inline float for_player(float value, int player) noexcept nogil:
    """Return the value for the player of a value for the crosses."""
    return value if player == CROSSES else <float>1.0 - value


cdef inline void count_visit(UctNode *node, float value) noexcept nogil:
    node.visits += 1
    if node.winner == OPEN:
        node.value += (value - node.value) / <float>node.visits


cdef inline double rank_of(int visits, float value, int winner, int player) noexcept nogil:
    """Return the rank of a child by its visits; a won child is first, a lost one last.

    The value, between 0 and 1, decides between equals. A float has too few digits for the sum.
    """
    cdef double rank = <double>visits + value
    if winner == player:
        return rank + 2.0 * NOT_LOST
    return rank if winner == (player ^ 1) else rank + NOT_LOST


cdef inline int32_t best_child(const UctTree *tree, const UctNode *node, int player) noexcept nogil:
    """Return a won child, or the most visited one that is not lost; any if all are lost."""
    cdef int32_t best = node.children
    cdef double best_score = -1.0
    cdef double score
    cdef const UctNode *child
    cdef int n
    for n in range(node.count):
        child = &tree.nodes[node.children + n]
        score = rank_of(child.visits, for_player(child.value, player), child.winner, player)
        if score > best_score:
            best_score = score
            best = node.children + n
    return best


cdef inline Budget share_of(const Budget *budget, int steps) noexcept nogil:
    """Return the budget of the first of some steps; the others use its tree, too."""
    cdef Budget part = budget[0]
    cdef int64_t now = budget.clock()
    cdef int percent = 50 if steps > 2 else 60 if steps == 2 else 100
    part.playouts = budget.playouts * percent // 100
    part.deadline = now + (budget.deadline - now) * percent // 100
    return part


cdef inline bint is_spent(const Budget *budget, int64_t playouts, int64_t before) noexcept nogil:
    """Return whether to stop after some playouts, ``before`` of which preceded the last ones.

    The clock costs as much as some playouts, so it is checked at the first of each 32.
    """
    if budget.counted:
        return playouts >= budget.playouts
    return (playouts + 31) // 32 != (before + 31) // 32 and is_late(budget)


cdef inline int64_t playouts_left(
    const Budget *budget, int64_t playouts, int64_t start
) noexcept nogil:
    """Return the number of further playouts, if they take as long as those since the start."""
    cdef int64_t now
    if budget.counted:
        return budget.playouts - playouts
    now = budget.clock()
    return <int64_t>(<double>playouts * <double>(budget.deadline - now) / <double>(now - start + 1))


cdef inline bint is_late(const Budget *budget) noexcept nogil:
    """Return whether the time is over or the listener has stopped the search."""
    if budget.watch != NULL:
        budget.watch.tell(budget.watch.listener)
        if budget.watch.stopped:
            return True
    return budget.clock() >= budget.deadline
