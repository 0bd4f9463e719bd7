# The first steps of a search of a position of MMPeshki, before any move is tried: the end of the
# game, the table, races, and the list of moves.

from libc.stdint cimport uint64_t

from bot.mmpeshki.board cimport (
    JUMP_FROM_FAR, STEP_FROM_FAR, Board, add_jumps, add_steps, arrivals, can_move, drop_images,
    mirrored,
)
from bot.mmpeshki.search.endings cimport WIN, arrival, wins_the_race
from bot.mmpeshki.search.tt_probe cimport foresee, settled_by_known
from bot.mmpeshki.search.race cimport Hope, Run, hope_of_waiting, hopes_of, run_of
from bot.common.transposition cimport FAR_DEPTH, NO_MOVE
from bot.mmpeshki.search.threat cimport has_plan
from bot.mmpeshki.search.evaluation cimport value_of
from bot.mmpeshki.search.state cimport Search, Visit


cdef extern from *:
    """
    #define MIDDLE_ROWS 0x000000ffff000000ULL
    """
    const uint64_t MIDDLE_ROWS  # the fourth and the fifth


cdef enum:
    LEAST_DEPTH = -1            # least depth at which threats of races are searched
    ONLY_JUMPS = -2             # depth at which only jumps are searched


cdef inline bint is_over(
    Search *search, const Board *board, Visit *visit, int *score
) noexcept nogil:
    """Return whether the game is over or won by an arrival; otherwise narrow the window."""
    cdef int now = visit.now
    cdef int move
    if not can_move(board.own, board.foe, board.free):
        score[0] = WIN - (now - 1)
        return True
    if now > search.limit:
        score[0] = 0
        return True
    if arrivals(board.own, board.foe, board.free):
        move = arrival(board, &visit.loses)
        if move != NO_MOVE:
            score[0] = WIN - now
            if visit.is_root:
                search.best = move
                search.score = score[0]
            return True
        if visit.loses:
            visit.best = -(WIN - now)
    # No score is better than a win with the next half-move, or worse than a loss by this one.
    visit.alpha = max(visit.alpha, -(WIN - now))
    visit.beta = min(visit.beta, WIN - (now + 1))
    score[0] = visit.alpha
    return visit.alpha >= visit.beta


cdef inline void see_threats(const Board *board, Visit *visit) noexcept nogil:
    """Set the other side's board; a threatened arrival extends the depth to a move."""
    visit.theirs.own = mirrored(board.foe)
    visit.theirs.foe = mirrored(board.own)
    visit.theirs.free = mirrored(board.free)
    visit.theirs.half_move = visit.now + 1
    visit.threatened = arrivals(visit.theirs.own, visit.theirs.foe, visit.theirs.free) != 0
    if visit.threatened and visit.depth < 1:
        visit.depth = 1
    if visit.depth < ONLY_JUMPS:
        visit.depth = ONLY_JUMPS


cdef inline bint is_race_decided(
    Search *search, const Board *board, Visit *visit, int *score
) noexcept nogil:
    """Return whether a proven race answers the search: ours first, then theirs."""
    cdef Hope waiting           # theirs as it is
    cdef Run run
    hopes_of(board, &visit.theirs, visit.hopes)
    run = run_of(board, &visit.hopes[0], False, NULL)
    visit.ours = run.moves
    if not visit.is_root and wins_the_race(&run, False, visit.now, search.limit, score):
        if score[0] >= visit.beta:
            return True
    waiting = hope_of_waiting(&visit.theirs, &visit.hopes[1])
    run = run_of(&visit.theirs, &waiting, True, NULL)
    visit.theirs_in = run.moves
    if not visit.is_root and wins_the_race(&run, True, visit.now, search.limit, score):
        score[0] = -score[0]
        return score[0] <= visit.alpha
    return False


cdef inline bint is_settled(
    Search *search, const Board *board, Visit *visit, int *score
) noexcept nogil:
    """Return whether the table or a race answers the search.

    The near shelf is read first, and races are computed while the far shelf is prefetched.
    """
    if visit.depth < FAR_DEPTH and not visit.is_root and settled_by_known(
        &search.table, visit.key, visit.depth, visit.alpha, visit.beta, &visit.known, score
    ):
        return True
    if is_race_decided(search, board, visit, score):
        return True
    # The root needs the best move of the table, too.
    return visit.depth >= FAR_DEPTH and settled_by_known(
        &search.table, visit.key, visit.depth, visit.alpha, visit.beta, &visit.known, score
    ) and not visit.is_root


cdef inline void list_first(Search *search, const Board *board, Visit *visit) noexcept nogil:
    """List the jumps, with some depth all moves, and find a plan of the other side."""
    visit.moves.count = 0
    add_jumps(&visit.moves, board.own & ~JUMP_FROM_FAR, board.foe, board.free)
    if visit.depth > 1:
        add_steps(&visit.moves, board.own & ~STEP_FROM_FAR, board.free)
        drop_images(&visit.moves, board)
        foresee(&search.table, board, &visit.moves, visit.depth, visit.keys)
    if visit.depth >= LEAST_DEPTH and not visit.is_root:
        visit.planned = has_plan(&visit.theirs, &visit.hopes[1], search.limit, &visit.plan)
        if visit.planned and visit.depth < 1:
            visit.depth = 1


cdef inline bint stands(const Board *board, Visit *visit) noexcept nogil:
    """Return whether the evaluation of the position is enough to stop, at depth 0."""
    visit.best = max(
        visit.best, value_of(board, &visit.theirs, visit.ours, visit.theirs_in)
    )
    if visit.best >= visit.beta:
        return True
    visit.alpha = max(visit.alpha, visit.best)
    if visit.depth == 0:
        add_steps(&visit.moves, board.own & MIDDLE_ROWS, board.free)
    return False
