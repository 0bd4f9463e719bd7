# The state of a search of MMPeshki, and of one position in it.

from libc.stdint cimport int64_t

from bot.mmpeshki.board cimport MOST_MOVES, Board, Moves
from bot.mmpeshki.proof.proof_file cimport Notes
from bot.mmpeshki.search.move_order cimport Past
from bot.mmpeshki.search.race cimport Hope
from bot.common.transposition cimport INFINITE, NO_MOVE, Key, Table
from bot.mmpeshki.search.threat cimport Plan


cdef enum:
    NODES_A_LOOK = 2048         # between two looks at the clock


cdef struct Search:
    Table table
    int64_t nodes
    int64_t next_look           # the number of nodes at which to check whether to stop
    int64_t most_nodes          # 0: only the time is limited
    int64_t nodes_beside        # of other threads on the same position
    int64_t deadline            # of processor time, in microseconds
    int64_t (*clock)() noexcept nogil   # the clock of the deadline
    int cores                   # the most threads
    bint stopped
    bint proven                 # True if the score is a proof
    bint passed                 # True during the search of a pass, which forbids another
    void (*tell)(Search *) noexcept nogil   # called at each look at the clock, if there is one
    void *listener              # the object that `tell` reports to
    Notes notes
    int limit                   # the last half-move before the draw
    int root                    # the half-move of the root
    int best
    int score
    int depth
    Past past


cdef inline void look_at_clock(Search *search) noexcept nogil:
    if search.most_nodes:
        search.stopped = search.nodes >= search.most_nodes
        search.next_look = search.most_nodes
    else:
        search.stopped = search.clock() >= search.deadline
        search.next_look = search.nodes + NODES_A_LOOK
    if search.tell != NULL:
        search.tell(search)


cdef struct Visit:
    # One call of the search: a position, its window and its results.
    int now                     # its half-move
    int depth
    int alpha
    int beta
    int floor                   # alpha before the first move
    int best                    # the best score so far
    int best_move
    int known                   # the best move in the table, or NO_MOVE
    int value                   # the evaluation, if moves may be left out because of it
    bint is_root
    bint loses                  # an arrival leaves the other without a move, which loses (rule 9)
    bint threatened             # the other side would arrive now, were we to pass
    bint planned                # the other side has a plan: to arrive or to win a race
    bint hopeless
    Board theirs                # the other side's board after a pass of ours
    Hope hopes[2]               # ours, and theirs after a pass of ours
    int ours                    # moves until a runner of ours arrives, and until one of theirs does
    int theirs_in
    Plan plan
    Key key
    Key keys[MOST_MOVES]        # of the children
    Moves moves


cdef inline void set_visit(
    const Search *search, const Board *board, Visit *visit, int depth, int alpha, int beta
) noexcept nogil:
    """Set the window and the depth; nothing is known yet."""
    visit.now = board.half_move
    visit.is_root = visit.now == search.root
    visit.depth = depth
    visit.alpha = alpha
    visit.beta = beta
    visit.best = -INFINITE
    visit.best_move = NO_MOVE
    visit.known = NO_MOVE
    visit.value = 0
    visit.loses = False
    visit.planned = False
    visit.hopeless = False
