# How a champion thinks: alpha-beta, deepened step by step, with a table of what it has seen.
#
# Expected before: of the game's board `Board`, `after`, `gain_of`, `is_bold`, `lead_of`,
# `list_bold`, `list_moves` and `result_on_board`; of its evaluation `key_of` and `value_of`.
#
# A score tells when the game ends: WIN - 21 is a win by half-move 21. Scores beyond PROVEN are
# proofs: a win was played out to the end, a loss has every move refuted. A reduced depth leaves
# that so, since no move is left out. The end by the limit is part of the game: a depth that comes
# to it guesses nothing.
#
# Where the depth is used up, moves that take something are still tried, and the player may also
# be content with what the position looks like.

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
    LEAST_DEPTH = -8            # at which moves that take something are still tried
    LATE = 4                    # moves from this one on are looked at less deep at first,
    VERY_LATE = 16              # and from this one on still less
    OF_KNOWN = 1 << 24          # what a move's rank begins with
    OF_GAIN = 1 << 16
    OF_KILLER = 1 << 15
    MOST_HISTORY = 1 << 14


cdef struct Search:
    Table table
    int64_t nodes
    int64_t next_look           # the number of nodes at which to look whether to stop
    int64_t most_nodes          # 0: as many as there is time for
    int64_t deadline            # of processor time, in microseconds
    uint64_t lot
    bint stopped
    int limit                   # the last half-move
    int root                    # the half-move it thinks about
    int best
    int score
    int depth
    uint16_t killers[MOST_PLIES][2]     # the moves that last refuted a position, by the ply
    int32_t history[2][64 * 64]         # how well each move did, by the player


cdef struct Visit:
    # One call of the search: a position, what is asked of it, and what has been found out.
    int ply
    int depth
    int alpha
    int beta
    int floor                   # alpha as the moves found it
    int best                    # the best score so far
    int best_move
    int known                   # the move that the table knows to be good, or NO_MOVE
    Key key
    Moves moves
    int32_t ranks[MOST_MOVES]


cdef inline int score_of(Result result, int half_move) noexcept nogil:
    """The score of a game that has ended with the half-move before this one."""
    return result * (WIN - (half_move - 1))


cdef void look_at_clock(Search *search) noexcept nogil:
    if search.most_nodes:
        search.stopped = search.nodes >= search.most_nodes
        search.next_look = search.most_nodes
    else:
        search.stopped = used_microseconds() >= search.deadline
        search.next_look = search.nodes + NODES_A_LOOK


cdef inline bint is_stopped(Search *search) noexcept nogil:
    """Counts a node, and looks at the clock now and then."""
    search.nodes += 1
    if search.nodes >= search.next_look:
        look_at_clock(search)
    return search.stopped


cdef inline int take_best(Visit *visit, int n) noexcept nogil:
    """Puts the best ranked of the moves from the nth on into its place."""
    cdef int best = n
    cdef int other
    for other in range(n + 1, visit.moves.count):
        if visit.ranks[other] > visit.ranks[best]:
            best = other
    visit.moves.moves[n], visit.moves.moves[best] = visit.moves.moves[best], visit.moves.moves[n]
    visit.ranks[best] = visit.ranks[n]
    return visit.moves.moves[n]


cdef int look_on(Search *search, const Board *board, int depth, int alpha, int beta) noexcept nogil:
    """What a position looks like to be worth, once nothing worth while can be taken any more."""
    cdef Visit visit
    cdef Board then
    cdef Result result = result_on_board(board)
    cdef int n
    cdef int score
    if result != OPEN:
        return score_of(result, board.half_move)
    if board.half_move > search.limit:
        return search_board(search, board, 0, alpha, beta)
    if is_stopped(search):
        return 0
    # By lot less is added than anything counts: what is worth the same is not played the same.
    visit.best = value_of(board) + <int>(key_of(board).lock * search.lot >> 61)
    if visit.best >= beta or depth < LEAST_DEPTH:
        return visit.best
    list_bold(&visit.moves, board)
    for n in range(visit.moves.count):
        visit.ranks[n] = gain_of(board, visit.moves.moves[n])
    for n in range(visit.moves.count):
        then = after(board, take_best(&visit, n))
        score = -look_on(search, &then, depth - 1, -beta, -max(alpha, visit.best))
        if search.stopped:
            return 0
        visit.best = max(visit.best, score)
        if visit.best >= beta:
            break
    return visit.best


cdef void rank_moves(const Search *search, const Board *board, Visit *visit) noexcept nogil:
    """The move known from the table, what gains something, what refuted brothers, the others."""
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
    """That the nth move refuted the position, and those before it did not."""
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
    """What the nth move scores: the first with the whole window, others first to be refuted."""
    cdef Board then = after(board, move)
    cdef int deeper = visit.depth - 1
    cdef int less = 0
    cdef int score
    if n == 0:
        return -search_board(search, &then, deeper, -visit.beta, -visit.alpha)
    if n >= LATE and visit.depth > 2 and not is_bold(board, move):
        less = 1 + (n >= VERY_LATE)
    score = -search_board(search, &then, deeper - less, -visit.alpha - 1, -visit.alpha)
    if less and score > visit.alpha:
        score = -search_board(search, &then, deeper, -visit.alpha - 1, -visit.alpha)
    if visit.alpha < score < visit.beta:
        score = -search_board(search, &then, deeper, -visit.beta, -visit.alpha)
    return score


cdef void try_moves(Search *search, const Board *board, Visit *visit) noexcept nogil:
    """Searches the moves, those that promise most first, until one is good enough."""
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
    """Whether the score is known before any move is tried: of the end of the game, or by the table.

    Who cannot move has lost; who can, after the limit, has what the points say.
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
    """The score of the position, right if it lies between alpha and beta, or else a bound."""
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
    # Nothing can be better than to win with this half-move, nor worse than to have no move.
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
