# How the champion of MMPeshki thinks: alpha-beta, deepened step by step, with a table of what it
# has seen.
#
# A score tells when the game ends, see endings.pxd. A position belongs to its half-move
# number (the draw comes after the last of them), so the table's keys have that number in them, and
# its scores hold wherever they are met.
#
# Scores from PROVEN on are proofs: a win was played out, a loss has every move refuted, and
# nothing below skips a move except where the value of standing still is its floor, where it loses
# for sure (see threat.pxd), or where the loss is not proven any more (reductions.pxd).
# They are bounds: WIN - 21 says that the side wins with half-move 21 or before. Who asks with a
# window from -PROVEN to PROVEN gets any win, and any loss, that is found first; the window itself
# sees to it.
#
# A depth over EXHAUSTIVE looks at everything to the end of the game: no value is guessed and no
# move is looked at less deep. That proves a draw, and that there is no shorter win.
#
# The first thing a node does is to look whether the game is over or can be won at once, so no
# board with a piece on its far row is ever searched. Then whether a race is decided, which proves
# most of what is proven (see race.pxd).
#
# Where the depth is used up, a position is worth what it looks like, unless the other side
# threatens to arrive, or to win a race if nothing is done about it: then every move is tried, and
# most of them lose the race at once. The player to move may also try jumps, and steps in the middle
# of the board, which are those that threaten. So a chain of threats is followed to its end, at any
# depth.

from libc.stdint cimport int32_t, int64_t, uint64_t

from bot.mmpeshki.board cimport (
    JUMP_FROM_FAR, MOST_MOVES, NO_MOVE, STEP_FROM_FAR, Board, Moves, add_jumps, add_steps, after,
    arrivals, can_move, drop_images, is_jump, mirrored,
)
from bot.mmpeshki.search.endings cimport WIN, arrival, wins_the_race
from bot.mmpeshki.search.tt_probe cimport foresee, refuted_by_known, settled_by_known
from bot.mmpeshki.search.reductions cimport (
    EXHAUSTIVE, is_hopeless, is_too_late, is_unprepared, reduction,
)
from bot.mmpeshki.proof.proof_file cimport Notes
from bot.mmpeshki.search.move_order cimport Past, rank, remember, take_best
from bot.mmpeshki.search.race cimport Hope, Run, hope_of_waiting, hopes_of, run_of
from bot.mmpeshki.search.transposition cimport (
    AT_LEAST, AT_MOST, EXACT, FAR_DEPTH, INFINITE, PROVEN, Key, Table, fetch, keep, key_of,
)
from bot.mmpeshki.search.threat cimport Plan, drop_harmless, has_plan
from bot.mmpeshki.search.evaluation cimport value_of


cdef extern from *:
    """
    #define MIDDLE_ROWS 0x000000ffff000000ULL
    """
    const uint64_t MIDDLE_ROWS  # the fourth and the fifth


cdef enum:
    NODES_A_LOOK = 2048         # between two looks at the clock
    DEPTH_OF_PASS = 3           # by how much less deep a pass is looked at
    LEAST_DEPTH = -1            # at which the threat of a race is still looked for
    ONLY_JUMPS = -2             # at which, and below, nothing but jumps is left


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


cdef inline bint passing_is_enough(
    Search *search, const Board *passed, int value, int depth, int beta
) noexcept nogil:
    """Whether the position is so good that even to pass would do: it need not be searched deeper.

    That is no proof, and is not taken for one: nobody may pass, and sometimes one would like to.
    """
    cdef int score
    if value < beta or search.passed or not -PROVEN + 1 < beta < PROVEN:
        return False
    search.passed = True
    score = -search_board(search, passed, max(0, depth - 1 - DEPTH_OF_PASS), -beta, 1 - beta)
    search.passed = False
    return score >= beta and not search.stopped


cdef inline void keep_bold(Moves *moves) noexcept nogil:
    """Leaves out the quiet moves."""
    cdef int kept = 0
    cdef int n
    for n in range(moves.count):
        if is_jump(moves.moves[n]) or MIDDLE_ROWS >> (moves.moves[n] >> 3) & 1:
            moves.moves[kept] = moves.moves[n]
            kept += 1
    moves.count = kept


cdef inline int search_board(
    Search *search, const Board *board, int depth, int alpha, int beta
) noexcept nogil:
    """The score of the position, right if it lies between alpha and beta, or else a bound."""
    cdef int now = board.half_move
    cdef int best = -INFINITE
    cdef int best_move = NO_MOVE
    cdef int known = NO_MOVE
    cdef int floor = alpha
    cdef int score = 0
    cdef int value = 0
    cdef bint loses = False, hopeless = False, planned = False, guesses, threatened
    cdef Board theirs           # the same as the other side sees it, and had we passed
    cdef Plan plan
    cdef Key key
    cdef Key keys[MOST_MOVES]   # of what the moves lead to
    cdef Hope hopes[2]          # ours, and theirs had we passed
    cdef Hope waiting           # theirs as it is
    cdef Run our_run
    cdef Run their_run
    cdef Moves moves
    cdef Moves tried            # of these, in their order
    cdef int32_t ranks[MOST_MOVES]
    cdef Board then
    cdef int n, move, less

    search.nodes += 1
    if search.nodes >= search.next_look:
        look_at_clock(search)
    if search.stopped:
        return 0
    key = key_of(board.own, board.foe, now)
    fetch(&search.table, key, depth)
    if not can_move(board.own, board.foe, board.free):
        return WIN - (now - 1)
    if now > search.limit:
        return 0
    if arrivals(board.own, board.foe, board.free):
        move = arrival(board, &loses)
        if move != NO_MOVE:
            if now == search.root:
                search.best = move
                search.score = WIN - now
            return WIN - now
        if loses:
            best = -(WIN - now)

    # Nothing can be better than to win with the next half-move, nor worse than to lose by this.
    if alpha < -(WIN - now):
        alpha = -(WIN - now)
    if beta > WIN - (now + 1):
        beta = WIN - (now + 1)
    if alpha >= beta:
        return alpha

    theirs.own = mirrored(board.foe)
    theirs.foe = mirrored(board.own)
    theirs.free = mirrored(board.free)
    theirs.half_move = now + 1
    threatened = arrivals(theirs.own, theirs.foe, theirs.free) != 0
    if threatened and depth < 1:
        depth = 1
    if depth < ONLY_JUMPS:
        depth = ONLY_JUMPS
    if (
        depth < FAR_DEPTH and now != search.root
        and settled_by_known(&search.table, key, depth, alpha, beta, &known, &score)
    ):
        return score
    hopes_of(board, &theirs, hopes)
    our_run = run_of(board, &hopes[0], False, NULL)
    if now != search.root and wins_the_race(&our_run, False, now, search.limit, &score):
        if score >= beta:
            return score
    waiting = hope_of_waiting(&theirs, &hopes[1])
    their_run = run_of(&theirs, &waiting, True, NULL)
    if now != search.root and wins_the_race(&their_run, True, now, search.limit, &score):
        if -score <= alpha:
            return -score
    if (
        depth >= FAR_DEPTH
        and settled_by_known(&search.table, key, depth, alpha, beta, &known, &score)
        and now != search.root
    ):
        return score
    moves.count = 0
    add_jumps(&moves, board.own & ~JUMP_FROM_FAR, board.foe, board.free)
    if depth > 1:
        add_steps(&moves, board.own & ~STEP_FROM_FAR, board.free)
        drop_images(&moves, board)
        foresee(&search.table, board, &moves, depth, keys)
    if depth >= LEAST_DEPTH and now != search.root:
        planned = has_plan(&theirs, &hopes[1], search.limit, &plan)
        if planned and depth < 1:
            depth = 1

    if depth < 1:
        score = value_of(board, &theirs, our_run.moves, their_run.moves)
        if score > best:
            best = score
        if best >= beta:
            return best
        if best > alpha:
            alpha = best
        if depth == 0:
            add_steps(&moves, board.own & MIDDLE_ROWS, board.free)
    else:
        if depth == 1:
            add_steps(&moves, board.own & ~STEP_FROM_FAR, board.free)
        if now == search.root and search.best != NO_MOVE:
            known = search.best
        if planned and drop_harmless(&moves, &theirs, &plan, alpha, &score):
            best = max(best, score)
            if depth > 1:
                foresee(&search.table, board, &moves, depth, keys)
        guesses = (
            depth < EXHAUSTIVE and beta - alpha == 1 and now != search.root
            and not threatened and not loses
        )
        if guesses:     # what it needs is found while the memory answers
            value = value_of(board, &theirs, our_run.moves, their_run.moves)
        if depth > 1 and now != search.root and refuted_by_known(
            &search.table, keys, moves.count, depth, beta, &score
        ):
            return score
        if guesses:
            if depth > 1 and not planned and passing_is_enough(search, &theirs, value, depth, beta):
                return beta
            hopeless = is_hopeless(value, depth, alpha)
    if search.stopped:
        return 0
    if hopeless:
        best = max(best, value)
        keep_bold(&moves)
    if is_unprepared(depth, known) and not threatened and now != search.root:
        depth -= 1
    floor = alpha
    rank(&search.past, &moves, ranks, now, now - search.root, known)

    for n in range(moves.count):
        move = take_best(&moves, ranks)
        tried.moves[n] = <unsigned short>move
        if not threatened and now != search.root and is_too_late(depth, n, move, best):
            break
        then = after(board, move)
        if n == 0:
            score = -search_board(search, &then, depth - 1, -beta, -alpha)
        else:
            less = 0 if threatened else reduction(depth, n, move)
            score = -search_board(search, &then, depth - 1 - less, -alpha - 1, -alpha)
            if less and score > alpha:
                score = -search_board(search, &then, depth - 1, -alpha - 1, -alpha)
            if alpha < score < beta:
                score = -search_board(search, &then, depth - 1, -beta, -alpha)
        if search.stopped:
            return 0
        if score <= best:
            continue
        best = score
        best_move = move
        if now == search.root:
            search.best = move
            search.score = score
        if score > alpha:
            alpha = score
        if alpha >= beta:
            if depth > 0:
                remember(&search.past, &tried, n + 1, now, now - search.root, depth)
            break

    keep(
        &search.table, key, depth, best,
        AT_LEAST if best >= beta else (EXACT if best > floor else AT_MOST), best_move,
    )
    if now == search.root:
        search.score = best
    return best
