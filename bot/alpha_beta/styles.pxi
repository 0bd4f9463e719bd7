# The styles: random, greedy, champion.
#
# Expected before: `Board`, `after`, `list_moves`, `name_move` and `outcome_of` of the game;
# `Search`, `begin_search`, `search_board` and `key_of` of its search; `moves_to_plan_for`, the
# number of own moves over which the time is spread, by the half-move; `liking`, the value of a move
# for the greedy style, at least LEAST_LIKED; NODES_A_MICROSECOND, the speed of the search, for the
# size of the table only; NODES_WITHOUT_TIME, the nodes of a fraction of a millisecond; and WIDEST,
# the window that the search begins with.

from libc.stdint cimport int64_t
from libc.stdio cimport fprintf, stderr
from libc.string cimport memset, strcmp

from bot.common.chance cimport Chance, random_below
from bot.common.clock cimport allowance, used_microseconds
from bot.common.matrix_file cimport Matrix
from bot.common.transposition cimport (
    FAR_DEPTH, NO_MOVE, PROVEN, USUAL_MEGABYTES, Entry, Key, drop_table, find, make_table,
)


cdef struct Effort:
    int64_t nodes               # a fixed amount of work, or 0
    int64_t microseconds        # of processor time, if there is no such amount
    int limit                   # the last half-move
    bint explain


cdef bint is_style(const char *style) noexcept nogil:
    return (
        strcmp(style, b"random") == 0
        or strcmp(style, b"greedy") == 0
        or strcmp(style, b"champion") == 0
    )


cdef int64_t time_to_spend(const Matrix *matrix, double think) noexcept nogil:
    cdef int own = 0 if matrix.player == c"A" else 1
    return allowance(matrix.time_left_us[own], moves_to_plan_for(matrix.half_move), think)


cdef int random_move(const Board *board, Chance *chance) noexcept nogil:
    cdef Moves moves
    list_moves(&moves, board)
    return moves.moves[random_below(chance, moves.count)]


cdef int greedy_move(const Board *board, Chance *chance, int limit) noexcept nogil:
    cdef Moves moves
    cdef int best = LEAST_LIKED - 1
    cdef int equals = 0
    cdef int chosen = NO_MOVE
    cdef int liked
    cdef int n
    list_moves(&moves, board)
    for n in range(moves.count):
        liked = liking(board, moves.moves[n], limit)
        if liked > best:
            best = liked
            equals = 0
        if liked == best:
            # The nth of equal moves replaces the chosen one with a chance of one in n.
            equals += 1
            if random_below(chance, equals) == 0:
                chosen = moves.moves[n]
    return chosen


cdef void explain_score(const Search *search) noexcept nogil:
    cdef int score = search.score
    if score >= PROVEN:
        fprintf(stderr, b"depth %2d  wins at %d", search.depth, WIN - score)
    elif score <= -PROVEN:
        fprintf(stderr, b"depth %2d  loses at %d", search.depth, WIN + score)
    else:
        fprintf(stderr, b"depth %2d  score %+d", search.depth, score)


cdef void explain(Search *search, const Board *board) noexcept nogil:
    """Print depth, score or the half-move that ends the game, nodes, and the expected moves."""
    cdef char name[6]
    cdef Board now = board[0]
    cdef Entry entry
    cdef Key key
    cdef int move = search.best
    explain_score(search)
    fprintf(stderr, b"  nodes %lld  pv", <long long>search.nodes)
    while move != NO_MOVE:
        name_move(name, &now, move)
        fprintf(stderr, b" %s", name)
        now = after(&now, move)
        move = NO_MOVE
        if outcome_of(&now) != c"U":
            break
        key = key_of(&now)
        if find(&search.table, key, FAR_DEPTH, &entry) or find(&search.table, key, 0, &entry):
            move = entry.move
    fprintf(stderr, b"\n")


cdef void deepen(Search *search, const Board *board, const Effort *effort) noexcept nogil:
    """Search one move deeper at a time, until the result is proven or the effort is spent."""
    cdef int64_t start = used_microseconds()
    cdef int64_t half = start + effort.microseconds // 2
    cdef int depth
    search.deadline = start + effort.microseconds
    for depth in range(1, effort.limit + 2 - board.half_move):
        search_board(search, board, depth, -WIDEST, WIDEST)
        if search.stopped:
            break
        search.depth = depth
        if effort.explain:
            explain(search, board)
        if search.score >= PROVEN or search.score <= -PROVEN:
            break
        # A next step usually takes longer than all before it, and would not end in time.
        if search.most_nodes == 0 and used_microseconds() >= half:
            break
    if effort.explain and search.stopped:
        explain(search, board)


cdef int champion_move(const Board *board, Chance *chance, const Effort *effort) noexcept nogil:
    cdef Search search
    cdef Moves moves
    cdef int64_t expected
    list_moves(&moves, board)
    if moves.count == 1:
        return moves.moves[0]
    memset(&search, 0, sizeof(Search))
    begin_search(&search, chance)
    search.root = board.half_move
    search.limit = effort.limit
    search.best = NO_MOVE
    search.most_nodes = effort.nodes
    if effort.nodes == 0 and effort.microseconds < 1000:
        search.most_nodes = NODES_WITHOUT_TIME
    search.next_look = search.most_nodes if search.most_nodes else NODES_A_LOOK
    expected = search.most_nodes or effort.microseconds * NODES_A_MICROSECOND
    if make_table(&search.table, expected, USUAL_MEGABYTES):
        deepen(&search, board, effort)
        drop_table(&search.table)
    # There is no best move without memory or time, or if every move loses at once.
    return greedy_move(board, chance, effort.limit) if search.best == NO_MOVE else search.best


cdef int choose_move(
    const Board *board, const char *style, Chance *chance, const Effort *effort
) noexcept nogil:
    """Return the move of a style in a game that is not over."""
    if strcmp(style, b"random") == 0:
        return random_move(board, chance)
    if strcmp(style, b"greedy") == 0:
        return greedy_move(board, chance, effort.limit)
    return champion_move(board, chance, effort)
