# The champion's search: alpha-beta with iterative deepening and a transposition table.
#
# Expected before: of the game's board `Board`, `after`, `gain_of`, `is_bold`, `lead_of`,
# `list_bold`, `list_moves` and `result_on_board`; of its evaluation `key_of` and `value_of`.
#
# A score says when the game ends: WIN - 21 is a win by half-move 21. Scores beyond PROVEN are
# proofs: a win was played out to the end, a loss has every move refuted. Reductions of the depth
# keep that, since no move is left out. The end by the limit is a rule of the game: a search that
# reaches it estimates nothing.
#
# At depth 0, captures are still searched, and the player may also take the evaluation of the
# position instead.

from libc.stdint cimport int32_t, int64_t, uint16_t, uint64_t

from bot.alpha_beta.cells cimport (
    DRAWN, LOST, MOST_MOVES, OPEN, WON, Moves, Result, result_of_lead,
)
from bot.common.clock cimport used_microseconds
from bot.common.transposition cimport (
    AT_LEAST, AT_MOST, EXACT, INFINITE, NO_MOVE, Entry, Key, Table, find, keep, settles,
)


cdef enum:
    WIN = 30000
    NODES_A_LOOK = 1024         # between two looks at the clock
    MOST_PLIES = 128            # more than a game has
    LEAST_DEPTH = -8            # least depth at which captures are still searched
    LATE = 4                    # the first move that is searched less deep at first,
    VERY_LATE = 16              # and the first that is searched still less deep
    OF_KNOWN = 1 << 24          # parts of a move's rank
    OF_GAIN = 1 << 16
    OF_KILLER = 1 << 15
    MOST_HISTORY = 1 << 14


cdef struct Search:
    Table table
    int64_t nodes
    int64_t next_look           # the number of nodes at which to check whether to stop
    int64_t most_nodes          # 0: only the time is limited
    int64_t deadline            # of processor time, in microseconds
    uint64_t lot
    bint stopped
    int limit                   # the last half-move
    int root                    # the half-move of the root
    int best
    int score
    int depth
    uint16_t killers[MOST_PLIES][2]     # the moves that last refuted a position, by the ply
    int32_t history[2][64 * 64]         # success of each move, by the player


cdef struct Visit:
    # One call of the search: a position, its window and its results.
    int ply
    int depth
    int alpha
    int beta
    int floor                   # alpha before the first move
    int best                    # the best score so far
    int best_move
    int known                   # the best move in the table, or NO_MOVE
    Key key
    Moves moves
    int32_t ranks[MOST_MOVES]


cdef inline int score_of(Result result, int half_move) noexcept nogil:
    """Return the score of a game that ended with the half-move before this one."""
    return result * (WIN - (half_move - 1))


cdef void look_at_clock(Search *search) noexcept nogil:
    if search.most_nodes:
        search.stopped = search.nodes >= search.most_nodes
        search.next_look = search.most_nodes
    else:
        search.stopped = used_microseconds() >= search.deadline
        search.next_look = search.nodes + NODES_A_LOOK


cdef inline bint is_stopped(Search *search) noexcept nogil:
    """Count a node, and look at the clock at times; return whether to stop."""
    search.nodes += 1
    if search.nodes >= search.next_look:
        look_at_clock(search)
    return search.stopped


cdef inline int take_best(Visit *visit, int n) noexcept nogil:
    """Move the best ranked of the moves from the nth on to its place, and return it."""
    cdef int best = n
    cdef int other
    for other in range(n + 1, visit.moves.count):
        if visit.ranks[other] > visit.ranks[best]:
            best = other
    visit.moves.moves[n], visit.moves.moves[best] = visit.moves.moves[best], visit.moves.moves[n]
    visit.ranks[best] = visit.ranks[n]
    return visit.moves.moves[n]


cdef int look_on(Search *search, const Board *board, int depth, int alpha, int beta) noexcept nogil:
    """Return the value of a position after a search of captures (quiescence search)."""
    cdef Visit visit
    cdef Board child
    cdef Result result = result_on_board(board)
    cdef int n
    cdef int score
    if result != OPEN:
        return score_of(result, board.half_move)
    if board.half_move > search.limit:
        return search_board(search, board, 0, alpha, beta)
    if is_stopped(search):
        return 0
    # A random number below every weight is added, so that equal moves are not always the same.
    visit.best = value_of(board) + <int>(key_of(board).lock * search.lot >> 61)
    if visit.best >= beta or depth < LEAST_DEPTH:
        return visit.best
    list_bold(&visit.moves, board)
    for n in range(visit.moves.count):
        visit.ranks[n] = gain_of(board, visit.moves.moves[n])
    for n in range(visit.moves.count):
        child = after(board, take_best(&visit, n))
        score = -look_on(search, &child, depth - 1, -beta, -max(alpha, visit.best))
        if search.stopped:
            return 0
        visit.best = max(visit.best, score)
        if visit.best >= beta:
            break
    return visit.best


cdef void rank_moves(const Search *search, const Board *board, Visit *visit) noexcept nogil:
    """Rank the moves: that of the table, then gains, then killers, then by history."""
    cdef const uint16_t *killers = search.killers[visit.ply]
    cdef const int32_t *history = search.history[board.half_move & 1]
    cdef int n, move, gain
    for n in range(visit.moves.count):
        move = visit.moves.moves[n]
        gain = gain_of(board, move)
        visit.ranks[n] = gain * OF_GAIN + history[move]
        if move == visit.known:
            visit.ranks[n] = OF_KNOWN
        elif not is_bold(board, move) and (move == killers[0] or move == killers[1]):
            visit.ranks[n] += OF_KILLER


cdef void remember(Search *search, const Board *board, Visit *visit, int n) noexcept nogil:
    """Record that the nth move refuted the position, and the moves before it did not."""
    cdef int32_t *history = search.history[board.half_move & 1]
    cdef uint16_t *killers = search.killers[visit.ply]
    cdef uint16_t move = visit.moves.moves[n]
    cdef int other
    if killers[0] != move:
        killers[1] = killers[0]
        killers[0] = move
    for other in range(n):
        history[visit.moves.moves[other]] -= (history[visit.moves.moves[other]] >> 6) + visit.depth
    history[move] += visit.depth * visit.depth - (history[move] >> 6)
    history[move] = min(history[move], <int32_t>MOST_HISTORY)


cdef int score_of_move(
    Search *search, const Board *board, const Visit *visit, int n, int move
) noexcept nogil:
    """Return the score of the nth move: the first with the whole window, others with a null one."""
    cdef Board child = after(board, move)
    cdef int deeper = visit.depth - 1
    cdef int less = 0
    cdef int score
    if n == 0:
        return -search_board(search, &child, deeper, -visit.beta, -visit.alpha)
    if n >= LATE and visit.depth > 2 and not is_bold(board, move):
        less = 1 + (n >= VERY_LATE)
    score = -search_board(search, &child, deeper - less, -visit.alpha - 1, -visit.alpha)
    if less and score > visit.alpha:
        score = -search_board(search, &child, deeper, -visit.alpha - 1, -visit.alpha)
    if visit.alpha < score < visit.beta:
        score = -search_board(search, &child, deeper, -visit.beta, -visit.alpha)
    return score


cdef void try_moves(Search *search, const Board *board, Visit *visit) noexcept nogil:
    """Search the moves, the best ranked first, until one reaches beta."""
    cdef int n, move, score
    visit.floor = visit.alpha
    for n in range(visit.moves.count):
        move = take_best(visit, n)
        score = score_of_move(search, board, visit, n, move)
        if search.stopped:
            return
        if score <= visit.best:
            continue
        visit.best = score
        visit.best_move = move
        if visit.ply == 0:
            search.best = move
            search.score = score
        visit.alpha = max(visit.alpha, score)
        if visit.alpha >= visit.beta:
            remember(search, board, visit, n)
            return


cdef bint is_settled(
    Search *search, const Board *board, Visit *visit, int *score
) noexcept nogil:
    """Return whether the score is known before any move is tried: by the table or the rules.

    A player who cannot move has lost; after the limit the points decide.
    """
    cdef Entry entry
    visit.key = key_of(board)
    visit.known = NO_MOVE
    if find(&search.table, visit.key, visit.depth, &entry):
        visit.known = entry.move
        score[0] = entry.score
        if visit.ply and settles(&entry, visit.depth, visit.alpha, visit.beta):
            return True
    list_moves(&visit.moves, board)
    if visit.moves.count == 0:
        score[0] = score_of(LOST, board.half_move)
        return True
    if board.half_move > search.limit:
        score[0] = score_of(result_of_lead(lead_of(board)), board.half_move)
        return True
    return False


cdef int search_board(
    Search *search, const Board *board, int depth, int alpha, int beta
) noexcept nogil:
    """Return the score of the position if it lies between alpha and beta, or else a bound."""
    cdef Visit visit
    cdef Result result = result_on_board(board)
    cdef int score = 0
    if result != OPEN:
        return score_of(result, board.half_move)
    if depth <= 0 and board.half_move <= search.limit:
        return look_on(search, board, 0, alpha, beta)
    if is_stopped(search):
        return 0
    visit.ply = board.half_move - search.root
    visit.depth = depth
    # No score is better than a win with this half-move or worse than having no move.
    visit.alpha = max(alpha, score_of(LOST, board.half_move))
    visit.beta = min(beta, WIN - board.half_move)
    visit.best, visit.best_move = -INFINITE, NO_MOVE
    if visit.alpha >= visit.beta:
        return visit.alpha
    if is_settled(search, board, &visit, &score):
        return score
    rank_moves(search, board, &visit)
    try_moves(search, board, &visit)
    if search.stopped:
        return 0
    keep(
        &search.table, visit.key, depth, visit.best,
        AT_LEAST if visit.best >= visit.beta else (
            EXACT if visit.best > visit.floor else AT_MOST
        ),
        visit.best_move,
    )
    return visit.best
