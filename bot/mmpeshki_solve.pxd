# MMPeshki solved, as far as there is time: what a position is worth, and how soon it ends.

from libc.stdint cimport INT64_MAX, int64_t
from libc.string cimport memset

from bot.clock cimport thread_microseconds
from bot.mmpeshki_best_first cimport prove_best_first
from bot.mmpeshki_board cimport NO_MOVE, Board
from bot.mmpeshki_crew cimport Crew, Mate, dismiss, hire, stop_work
from bot.mmpeshki_endings cimport WIN
from bot.mmpeshki_late cimport EXHAUSTIVE
from bot.mmpeshki_search cimport (
    NODES_A_LOOK,
    Search,
    search_board,
)
from bot.mmpeshki_table cimport PROVEN, drop_table, make_table, put


cdef enum:
    MOST_HALF_MOVES = 110       # more than all moves that sixteen pieces have
    QUICK_NODES = 20000         # what a move is looked at even if the time is over
    EASY_NODES = 4000000        # for alpha-beta alone, before it is guided by proof numbers
    FAR_FROM_DRAW = 30          # so many half-moves; a draw has no proof numbers


cdef inline bint is_proof(int score) noexcept nogil:
    return score >= PROVEN or score <= -PROVEN


cdef inline bint start_solving(
    Search *search, int limit, int64_t nodes, int64_t megabytes, int cores
) noexcept nogil:
    memset(search, 0, sizeof(Search))
    search.clock = &thread_microseconds
    search.limit = limit
    search.cores = cores
    return make_table(&search.table, nodes, megabytes)


cdef inline void stop_solving(Search *search) noexcept nogil:
    drop_table(&search.table)


cdef inline void aim(Search *search, const Board *board, int64_t deadline) noexcept nogil:
    """Turns to a position, with so much time; all that the table knows stays known."""
    memset(&search.past, 0, sizeof(search.past))
    search.root = board.half_move
    search.best = NO_MOVE
    search.score = 0
    search.depth = 0
    search.proven = False
    search.stopped = False
    search.deadline = deadline
    search.most_nodes = 0
    search.next_look = search.nodes + NODES_A_LOOK
    if deadline <= thread_microseconds():
        search.most_nodes = search.nodes + QUICK_NODES
        search.next_look = search.most_nodes


cdef inline void deepen(
    Search *search, const Board *board, int first, int64_t most_nodes
) noexcept nogil:
    """Deepens from there on until the value is proven, or the time is over, or so many nodes are.

    The last step is exhaustive.
    """
    cdef int longest = search.limit - board.half_move + 1
    cdef int depth
    for depth in range(min(first, longest + 1), longest + 2):
        search_board(
            search, board, depth if depth <= longest else EXHAUSTIVE + longest, -PROVEN, PROVEN
        )
        if search.stopped:
            return
        search.depth = depth
        search.proven = is_proof(search.score) or depth > longest
        if search.proven or search.nodes >= most_nodes:
            return


cdef inline void deepen_as_mate(Mate *mate) noexcept nogil:
    """Every other mate is a depth ahead: its entries in the table tell the rest where to look."""
    cdef int ahead = 1 - mate.number % 2
    deepen(&mate.search, <const Board *>mate.task, mate.search.depth + 1 + ahead, INT64_MAX)
    if mate.search.proven:
        put(mate.search.over, 1)


cdef inline void deepen_together(Search *search, const Board *board) noexcept nogil:
    """Goes on to deepen, on all cores: all search the same, and meet in the table."""
    cdef Crew crew
    cdef int n
    hire(&crew, search, &deepen_as_mate, board)
    deepen(search, board, search.depth + 1, INT64_MAX)
    stop_work(&crew)
    for n in range(crew.count):
        if crew.mates[n].search.proven and not search.proven:
            search.proven = True
            search.score = crew.mates[n].search.score
            search.best = crew.mates[n].search.best
            search.depth = crew.mates[n].search.depth
    dismiss(&crew)


cdef inline void prove(
    Search *search, const Board *board, int64_t easy, bint by_numbers
) noexcept nogil:
    """Finds the value, as far as there is time.

    What is not settled after so many easy nodes is tried best first, if that is wished and it may
    hardly be a draw, and then by deepening on all cores.
    """
    cdef int reached
    deepen(search, board, 1, search.nodes + easy)
    if search.proven or search.stopped:
        return
    if by_numbers and search.limit - board.half_move + 1 >= FAR_FROM_DRAW:
        reached = search.depth
        search.depth = 0
        if prove_best_first(search, board) or search.stopped:
            return
        search.depth = reached
    deepen_together(search, board)


cdef inline bint shorten(Search *search, const Board *board, int *score) noexcept nogil:
    """Makes the end of a proven win or loss come sooner, until no sooner end is possible.

    False if the time is over before that.
    """
    cdef int sign = 1 if score[0] > 0 else -1
    cdef int best = search.best
    cdef int end = WIN - sign * score[0] - 1
    cdef int asked
    while end >= board.half_move:
        asked = sign * (WIN - end)
        search_board(
            search, board, EXHAUSTIVE + end - board.half_move + 2,
            asked - (sign > 0), asked + (sign < 0),
        )
        if search.stopped or sign * search.score < sign * asked:
            # What refutes a sooner end is the move of the side that loses; else it is nobody's.
            if search.stopped or sign > 0:
                search.best = best
            return not search.stopped
        score[0] = search.score
        best = search.best
        end = WIN - sign * score[0] - 1
    return True
