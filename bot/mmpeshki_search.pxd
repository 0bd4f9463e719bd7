# How the champion of MMPeshki thinks: alpha-beta, deepened step by step, with a table of what it
# has seen.
#
# A score tells when the game ends: WIN minus the number of the half-move that ends it, minus that
# for a loss, the same wherever in the tree it is. A position belongs to its half-move number (the
# draw comes after number 60), so the table's keys have that number in them, and its scores hold
# wherever they are met. Scores near WIN are proofs: a win was played out, a loss has every move
# refuted, and nothing below skips a move except where the value of standing still is its floor.
#
# The first thing a node does is to look whether the game is over or can be won at once, so no
# board with a piece on its far row is ever searched.

from libc.stdint cimport int64_t, uint16_t, uint64_t

from bot.clock cimport used_microseconds
from bot.mmpeshki_board cimport (
    JUMP_FROM_FAR,
    LAST_HALF_MOVE,
    MOST_MOVES,
    NO_MOVE,
    STEP_FROM_FAR,
    Board,
    Moves,
    add_jumps,
    add_steps,
    after,
    arrivals,
    can_move,
    is_jump,
    list_moves,
    mirrored,
    target_of,
)
from bot.mmpeshki_table cimport (
    AT_LEAST,
    AT_MOST,
    EXACT,
    Entry,
    Table,
    find,
    keep,
    key_of,
    settles,
)
from bot.mmpeshki_value cimport value_of


cdef enum:
    WIN = 30000
    INFINITE = 31000

    NODES_A_LOOK = 2048         # between two looks at the clock


cdef struct Search:
    Table table
    int64_t nodes
    int64_t next_look           # the number of nodes at which to look whether to stop
    int64_t most_nodes          # 0: as many as there is time for
    int64_t deadline            # of processor time, in microseconds
    bint stopped
    int root                    # the half-move it thinks about
    int best
    int score
    int depth
    uint16_t killers[LAST_HALF_MOVE + 4][2]
    int history[2][512]


cdef inline void look_at_clock(Search *search) noexcept nogil:
    if search.most_nodes:
        search.stopped = search.nodes >= search.most_nodes
        search.next_look = search.most_nodes
    else:
        search.stopped = used_microseconds() >= search.deadline
        search.next_look = search.nodes + NODES_A_LOOK


cdef inline int arrival(const Board *board, bint *any_loses) noexcept nogil:
    """A move to the far row that wins. One after which the other has no move loses (rule 9)."""
    cdef Moves moves
    cdef Board then
    cdef int n
    any_loses[0] = False
    list_moves(&moves, board)
    for n in range(moves.count):
        if target_of(moves.moves[n]) >= 56:
            then = after(board, moves.moves[n])
            if can_move(then.own, then.foe, then.free):
                return moves.moves[n]
            any_loses[0] = True
    return NO_MOVE


cdef inline void rank(
    const Search *search, const Moves *moves, int *ranks, int now, int known
) noexcept nogil:
    """The move known from the table, jumps, moves that refuted brothers, and by their past."""
    cdef int n
    cdef int move
    for n in range(moves.count):
        move = moves.moves[n]
        if move == known:
            ranks[n] = 1 << 30
        elif is_jump(move):
            ranks[n] = (1 << 28) + move
        elif move == search.killers[now][0]:
            ranks[n] = (1 << 27) + 1
        elif move == search.killers[now][1]:
            ranks[n] = 1 << 27
        else:
            ranks[n] = search.history[now & 1][move] * 64 + (move >> 3)


cdef inline int take_best(Moves *moves, int *ranks, int start) noexcept nogil:
    """Brings the best ranked of the moves from `start` on to that place."""
    cdef int best = start
    cdef int n
    cdef int rank_there = ranks[start]
    cdef int move = moves.moves[start]
    for n in range(start + 1, moves.count):
        if ranks[n] > ranks[best]:
            best = n
    moves.moves[start], moves.moves[best] = moves.moves[best], <unsigned short>move
    ranks[start], ranks[best] = ranks[best], rank_there
    return moves.moves[start]


cdef inline void remember(
    Search *search, const Moves *moves, int count, int now, int depth
) noexcept nogil:
    """That the last of these moves refuted the position, and the steps before it did not."""
    cdef int *history = search.history[now & 1]
    cdef int move = moves.moves[count - 1]
    cdef int n
    if is_jump(move):
        return
    if search.killers[now][0] != move:
        search.killers[now][1] = search.killers[now][0]
        search.killers[now][0] = <uint16_t>move
    for n in range(count - 1):
        history[moves.moves[n]] -= (history[moves.moves[n]] >> 6) + depth
    history[move] += depth * depth - (history[move] >> 6)


cdef inline int reduction(int depth, int n, int move) noexcept nogil:
    """By how much less deep a late move is looked at first."""
    if depth < 3 or n < 3 or is_jump(move):
        return 0
    return 1 + (n >= 8) + (depth >= 8 and n >= 5)


cdef inline int search_board(
    Search *search, const Board *board, int depth, int alpha, int beta
) noexcept nogil:
    """The score of the position, right if it lies between alpha and beta, or else a bound."""
    cdef int now = board.half_move
    cdef int best = -INFINITE
    cdef int best_move = NO_MOVE
    cdef int known = NO_MOVE
    cdef int floor = alpha
    cdef bint loses = False
    cdef bint threatened
    cdef uint64_t key
    cdef Entry *entry
    cdef Moves moves
    cdef int ranks[MOST_MOVES]
    cdef Board then
    cdef int n
    cdef int move
    cdef int score
    cdef int less

    search.nodes += 1
    if search.nodes >= search.next_look:
        look_at_clock(search)
    if search.stopped:
        return 0
    if not can_move(board.own, board.foe, board.free):
        return WIN - (now - 1)
    if now > LAST_HALF_MOVE:
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

    threatened = arrivals(mirrored(board.foe), mirrored(board.own), mirrored(board.free)) != 0
    if threatened and depth < 1:
        depth = 1
    moves.count = 0
    key = 0
    if depth < 1:
        score = value_of(board.own, board.foe, board.free)
        if score > best:
            best = score
        if best >= beta:
            return best
        if best > alpha:
            alpha = best
        add_jumps(&moves, board.own & ~JUMP_FROM_FAR, board.foe, board.free)
    else:
        key = key_of(board.own, board.foe, now)
        entry = find(&search.table, key)
        if entry != NULL:
            known = entry.move
            if now != search.root and settles(entry, depth, alpha, beta):
                return entry.score
        if now == search.root and search.best != NO_MOVE:
            known = search.best
        add_jumps(&moves, board.own & ~JUMP_FROM_FAR, board.foe, board.free)
        add_steps(&moves, board.own & ~STEP_FROM_FAR, board.free)
    floor = alpha
    rank(search, &moves, ranks, now, known)

    for n in range(moves.count):
        move = take_best(&moves, ranks, n)
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
                remember(search, &moves, n + 1, now, depth)
            break

    if depth > 0:
        keep(
            &search.table, key, depth, best,
            AT_LEAST if best >= beta else (EXACT if best > floor else AT_MOST), best_move,
        )
    return best
