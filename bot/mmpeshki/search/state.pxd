# The state of a search of MMPeshki: of the whole search, and of one position in it.

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
    int64_t next_look           # the number of nodes at which to look whether to stop
    int64_t most_nodes          # 0: as many as there is time for
    int64_t nodes_beside        # of other threads at work on the same
    int64_t deadline            # of processor time, in microseconds
    int64_t (*clock)() noexcept nogil   # by which that is
    int cores                   # how many threads may be at work
    bint stopped
    bint proven                 # whether the score is
    bint passed                 # a pass is being tried, and one is enough
    void (*tell)(Search *) noexcept nogil   # called at each look at the clock, if there is one
    void *listener              # for whom
    Notes notes
    int limit                   # the last half-move before the draw
    int root                    # the half-move it thinks about
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
    # One call of the search: a position, what is asked of it, and what has been found out.
    int now                     # its half-move
    int depth
    int alpha
    int beta
    int floor                   # alpha as the moves found it: no more was known to be there
    int best                    # the best score so far
    int best_move
    int known                   # the move that the table knows to be good, or NO_MOVE
    int value                   # by evaluation, where something is left out for it
    bint is_root
    bint loses                  # an arrival leaves the other without a move, which loses (rule 9)
    bint threatened             # the other side would arrive now, were we to pass
    bint planned                # it has a plan at least: to arrive or to win a race
    bint hopeless
    Board theirs                # the same as the other side sees it, and had we passed
    Hope hopes[2]               # ours, and theirs had we passed
    int ours                    # in how many moves a runner of ours arrives, and of theirs
    int theirs_in
    Plan plan
    Key key
    Key keys[MOST_MOVES]        # of what the moves lead to
    Moves moves


cdef inline void set_visit(
    const Search *search, const Board *board, Visit *visit, int depth, int alpha, int beta
) noexcept nogil:
    """What is asked; nothing is known yet."""
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
