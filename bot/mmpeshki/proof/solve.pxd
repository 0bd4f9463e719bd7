# The solver of MMPeshki: the value of a position, and the half-moves until the end.

from libc.stdint cimport INT64_MAX, int64_t
from libc.string cimport memset

from bot.common.clock cimport wall_microseconds
from bot.mmpeshki.board cimport Board
from bot.mmpeshki.search.endings cimport WIN
from bot.mmpeshki.proof.proof_threads cimport prove_best_first
from bot.mmpeshki.search.reductions cimport EXHAUSTIVE
from bot.mmpeshki.search.alpha_beta cimport search_board
from bot.mmpeshki.search.state cimport NODES_A_LOOK, Search
from bot.common.transposition cimport NO_MOVE, PROVEN, drop_table, make_table


cdef enum:
    MOST_HALF_MOVES = 110       # more than sixteen pieces can move
    QUICK_NODES = 20000         # nodes for a move even if the time is over
    EASY_NODES = 4000000        # nodes of alpha-beta alone, before proof numbers
    FAR_FROM_DRAW = 30          # least half-moves to the draw for proof numbers


cdef inline bint is_proof(int score) noexcept nogil:
    return score >= PROVEN or score <= -PROVEN


cdef inline bint start_solving(
    Search *search, int limit, int64_t nodes, int64_t megabytes, int cores
) noexcept nogil:
    memset(search, 0, sizeof(Search))
    search.clock = &wall_microseconds
    search.limit = limit
    search.cores = cores
    return make_table(&search.table, nodes, megabytes)


cdef inline void stop_solving(Search *search) noexcept nogil:
    drop_table(&search.table)


cdef inline void aim(Search *search, const Board *board, int64_t deadline) noexcept nogil:
    """Prepare the search of a position until a deadline; the table is kept."""
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
    if deadline <= wall_microseconds():
        search.most_nodes = search.nodes + QUICK_NODES
        search.next_look = search.most_nodes


cdef inline void prove(Search *search, const Board *board, int64_t easy) noexcept nogil:
    """Deepen until the value is proven or the time is over; the last depth is exhaustive.

    After ``easy`` nodes, proof numbers are tried before it goes on, unless a draw is likely.
    """
    cdef int longest = search.limit - board.half_move + 1
    cdef int64_t start = search.nodes
    cdef int depth
    cdef int score
    for depth in range(1, longest + 2):
        search_board(
            search, board, depth if depth <= longest else EXHAUSTIVE + longest, -PROVEN, PROVEN
        )
        if search.stopped:
            return
        search.depth = depth
        score = search.score
        if is_proof(score) or depth > longest:
            search.proven = True
            return
        if search.nodes - start >= easy and longest >= FAR_FROM_DRAW:
            easy = INT64_MAX
            search.depth = 0
            if prove_best_first(search, board) or search.stopped:
                return


cdef inline bint shorten(Search *search, const Board *board, int *score) noexcept nogil:
    """Shorten a proven win or loss until no sooner end is possible.

    Returns False if the time is over before that.
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
            # The move that refutes a sooner end is the best one of the losing side only.
            if search.stopped or sign > 0:
                search.best = best
            return not search.stopped
        score[0] = search.score
        best = search.best
        end = WIN - sign * score[0] - 1
    return True
