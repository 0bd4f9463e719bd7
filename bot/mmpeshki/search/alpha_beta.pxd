# The champion's search of MMPeshki: alpha-beta with iterative deepening and a transposition table.
#
# A score says when the game ends, see endings.pxd. A position belongs to its half-move (the draw
# comes after the last one), so keys of the table include that number, and scores hold everywhere.
#
# Scores from PROVEN on are proofs: a win was played out, a loss has every move refuted. Moves are
# left out only if the evaluation is the floor of the score, if they are sure to lose (see
# threat.pxd), or if the loss is no longer proven (see reductions.pxd). Proofs are bounds: WIN - 21
# says that the side wins with half-move 21 or before. A search with a window from -PROVEN to PROVEN
# returns the first win or loss that it finds; the window itself has this effect.
#
# A depth over EXHAUSTIVE searches everything to the end of the game, without evaluation and
# reductions. It proves a draw, and that there is no shorter win.
#
# A node first checks whether the game is over or can be won at once, so no board with a piece on
# its far row is ever searched. Then it checks whether a race is decided; most proofs come from
# races (see race.pxd).
#
# At depth 0, the score is the evaluation, unless the other side threatens to arrive or to win a
# race: then every move is tried, and most lose the race at once. The player to move may also try
# jumps, and steps in the middle of the board, which are those that threaten. So a chain of threats
# is followed to its end, at any depth.

from libc.stdint cimport int32_t

from bot.mmpeshki.board cimport MOST_MOVES, STEP_FROM_FAR, Board, Moves, add_steps, after, is_jump
from bot.mmpeshki.search.tt_probe cimport foresee, key_of, refuted_by_known
from bot.mmpeshki.search.reductions cimport (
    EXHAUSTIVE, is_hopeless, is_too_late, is_unprepared, reduction,
)
from bot.mmpeshki.search.move_order cimport rank, remember, take_best
from bot.common.transposition cimport AT_LEAST, AT_MOST, EXACT, NO_MOVE, PROVEN, fetch, keep
from bot.mmpeshki.search.threat cimport drop_harmless
from bot.mmpeshki.search.evaluation cimport value_of
from bot.mmpeshki.search.first_look cimport (
    MIDDLE_ROWS, is_over, is_settled, list_first, see_threats, stands,
)
from bot.mmpeshki.search.state cimport Search, Visit, look_at_clock, set_visit


cdef enum:
    DEPTH_OF_PASS = 3           # reduction of the depth after a pass


cdef inline bint passing_is_enough(
    Search *search, const Board *passed, int value, int depth, int beta
) noexcept nogil:
    """Return whether even a pass reaches beta, so that no search is needed (null move).

    That is no proof and does not count as one: a pass is not legal, and sometimes it would be best.
    """
    cdef int score
    if value < beta or search.passed or not -PROVEN + 1 < beta < PROVEN:
        return False
    search.passed = True
    score = -search_board(search, passed, max(0, depth - 1 - DEPTH_OF_PASS), -beta, 1 - beta)
    search.passed = False
    return score >= beta and not search.stopped


cdef inline void keep_bold(Moves *moves) noexcept nogil:
    """Remove the quiet moves."""
    cdef int kept = 0
    cdef int n
    for n in range(moves.count):
        if is_jump(moves.moves[n]) or MIDDLE_ROWS >> (moves.moves[n] >> 3) & 1:
            moves.moves[kept] = moves.moves[n]
            kept += 1
    moves.count = kept


cdef inline bint is_refuted(
    Search *search, const Board *board, Visit *visit, int *score
) noexcept nogil:
    """Return whether beta is reached before any move is searched: by the table or by a pass.

    Moves that a plan of the other side refutes are removed.
    """
    cdef bint guesses
    if visit.depth == 1:
        add_steps(&visit.moves, board.own & ~STEP_FROM_FAR, board.free)
    if visit.is_root and search.best != NO_MOVE:
        visit.known = search.best
    if visit.planned and drop_harmless(
        &visit.moves, &visit.theirs, &visit.plan, visit.alpha, score
    ):
        visit.best = max(visit.best, score[0])
        if visit.depth > 1:
            foresee(&search.table, board, &visit.moves, visit.depth, visit.keys)
    guesses = (
        visit.depth < EXHAUSTIVE and visit.beta - visit.alpha == 1 and not visit.is_root
        and not visit.threatened and not visit.loses
    )
    if guesses:     # The value is computed during the prefetch.
        visit.value = value_of(board, &visit.theirs, visit.ours, visit.theirs_in)
    if visit.depth > 1 and not visit.is_root and refuted_by_known(
        &search.table, visit.keys, visit.moves.count, visit.depth, visit.beta, score
    ):
        return True
    if not guesses:
        return False
    score[0] = visit.beta
    if visit.depth > 1 and not visit.planned and passing_is_enough(
        search, &visit.theirs, visit.value, visit.depth, visit.beta
    ):
        return True
    visit.hopeless = is_hopeless(visit.value, visit.depth, visit.alpha)
    return False


cdef inline int score_of_move(
    Search *search, const Board *board, const Visit *visit, int n, int move
) noexcept nogil:
    """Return the score of the nth move: the first with the whole window, others with a null one."""
    cdef Board child = after(board, move)
    cdef int deeper = visit.depth - 1
    cdef int alpha = visit.alpha
    cdef int score
    cdef int less
    if n == 0:
        return -search_board(search, &child, deeper, -visit.beta, -alpha)
    less = 0 if visit.threatened else reduction(visit.depth, n, move)
    score = -search_board(search, &child, deeper - less, -alpha - 1, -alpha)
    if less and score > alpha:
        score = -search_board(search, &child, deeper, -alpha - 1, -alpha)
    if alpha < score < visit.beta:
        score = -search_board(search, &child, deeper, -visit.beta, -alpha)
    return score


cdef inline void try_moves(Search *search, const Board *board, Visit *visit) noexcept nogil:
    """Search the moves, the best ranked first, until one reaches beta."""
    cdef Moves tried            # in their order
    cdef int32_t ranks[MOST_MOVES]
    cdef int ply = visit.now - search.root
    cdef int n, move, score
    visit.floor = visit.alpha
    rank(&search.past, &visit.moves, ranks, visit.now, ply, visit.known)
    for n in range(visit.moves.count):
        move = take_best(&visit.moves, ranks)
        tried.moves[n] = <unsigned short>move
        if not visit.threatened and not visit.is_root and is_too_late(
            visit.depth, n, move, visit.best
        ):
            return
        score = score_of_move(search, board, visit, n, move)
        if search.stopped:
            return
        if score <= visit.best:
            continue
        visit.best = score
        visit.best_move = move
        if visit.is_root:
            search.best = move
            search.score = score
        visit.alpha = max(visit.alpha, score)
        if visit.alpha >= visit.beta:
            if visit.depth > 0:
                remember(&search.past, &tried, n + 1, visit.now, ply, visit.depth)
            return


cdef inline bint begins(
    Search *search, const Board *board, Visit *visit, int *score
) noexcept nogil:
    """Return whether there are moves to be searched; otherwise set the score."""
    visit.key = key_of(board.own, board.foe, visit.now)
    fetch(&search.table, visit.key, visit.depth)
    if is_over(search, board, visit, score):
        return False
    see_threats(board, visit)
    if is_settled(search, board, visit, score):
        return False
    list_first(search, board, visit)
    if visit.depth < 1:
        if stands(board, visit):
            score[0] = visit.best
            return False
    elif is_refuted(search, board, visit, score):
        return False
    if visit.hopeless:
        visit.best = max(visit.best, visit.value)
        keep_bold(&visit.moves)
    if is_unprepared(visit.depth, visit.known) and not visit.threatened and not visit.is_root:
        visit.depth -= 1
    return True


cdef inline int search_board(
    Search *search, const Board *board, int depth, int alpha, int beta
) noexcept nogil:
    """Return the score of the position if it lies between alpha and beta, or else a bound."""
    cdef Visit visit
    cdef int score = 0
    search.nodes += 1
    if search.nodes >= search.next_look:
        look_at_clock(search)
    if search.stopped:
        return 0
    set_visit(search, board, &visit, depth, alpha, beta)
    if not begins(search, board, &visit, &score):
        return score
    if search.stopped:
        return 0
    try_moves(search, board, &visit)
    if search.stopped:
        return 0
    keep(
        &search.table, visit.key, visit.depth, visit.best,
        AT_LEAST if visit.best >= visit.beta else (
            EXACT if visit.best > visit.floor else AT_MOST
        ),
        visit.best_move,
    )
    if visit.is_root:
        search.score = visit.best
    return visit.best
