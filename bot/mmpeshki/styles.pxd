# The ways to play MMPeshki: random, greedy, champion.

from libc.stdint cimport int64_t
from libc.stdio cimport fprintf, stderr
from libc.string cimport memset, strcmp

from bot.common.chance cimport Chance, random_below
from bot.common.clock cimport used_microseconds
from bot.mmpeshki.board cimport (
    Board, Moves, after, is_jump, list_moves, name_move, outcome_of, player_at, target_of,
)
from bot.mmpeshki.search.endings cimport WIN
from bot.mmpeshki.search.alpha_beta cimport search_board
from bot.mmpeshki.search.state cimport NODES_A_LOOK, Search
from bot.common.transposition cimport (
    FAR_DEPTH, NO_MOVE, PROVEN, USUAL_MEGABYTES, Entry, Key, drop_table, find, make_table,
)
from bot.mmpeshki.search.tt_probe cimport key_of


cdef enum:
    NODES_A_MICROSECOND = 8     # for the size of the table only
    NODES_WITHOUT_TIME = 2000   # a fraction of a millisecond


cdef struct Effort:
    int64_t nodes               # a fixed amount of work, or 0
    int64_t microseconds        # of processor time, if there is no such amount
    int limit                   # the last half-move before the draw
    bint explain


cdef inline bint is_style(const char *style) noexcept nogil:
    return (
        strcmp(style, b"random") == 0
        or strcmp(style, b"greedy") == 0
        or strcmp(style, b"champion") == 0
    )


cdef inline int moves_to_plan_for(int half_move) noexcept nogil:
    """Over how many own moves to spread the time.

    Fewer than there can still be: most games are settled early, and what is settled takes no
    more time. So the first moves get most, up to half-move 30: who proves first, wins. Each move
    takes its share of what is left, so there is always something left.
    """
    return 3 + (30 - half_move) // 8 if half_move < 30 else 3


cdef inline int random_move(const Board *board, Chance *chance) noexcept nogil:
    cdef Moves moves
    list_moves(&moves, board)
    return moves.moves[random_below(chance, moves.count)]


cdef inline bint wins_at_once(const Board *board) noexcept nogil:
    """Whether the player to move has a move that wins."""
    cdef Moves moves
    cdef Board then
    cdef int n
    list_moves(&moves, board)
    for n in range(moves.count):
        then = after(board, moves.moves[n])
        if outcome_of(&then) == player_at(board.half_move):
            return True
    return False


cdef inline int liking(const Board *board, int move) noexcept nogil:
    """How much greed likes a move: wins, then what lets nobody win, then jumps and far rows."""
    cdef Board then = after(board, move)
    cdef char outcome = outcome_of(&then)
    cdef int liked = target_of(move) >> 3
    if outcome == player_at(board.half_move):
        return 1000
    if is_jump(move):
        liked += 100
    if outcome == player_at(then.half_move):
        return liked - 2000
    if outcome == c"U" and wins_at_once(&then):
        return liked - 1000
    return liked


cdef inline int greedy_move(const Board *board, Chance *chance) noexcept nogil:
    cdef Moves moves
    cdef int best = -3000
    cdef int equals = 0
    cdef int chosen = NO_MOVE
    cdef int liked
    cdef int n
    list_moves(&moves, board)
    for n in range(moves.count):
        liked = liking(board, moves.moves[n])
        if liked > best:
            best = liked
            equals = 0
        if liked == best:
            # The nth of equals replaces the one chosen before with a chance of one in n.
            equals += 1
            if random_below(chance, equals) == 0:
                chosen = moves.moves[n]
    return chosen


cdef inline void explain_score(const Search *search) noexcept nogil:
    cdef int score = search.score
    if score >= PROVEN:
        fprintf(stderr, b"depth %2d  wins at %d", search.depth, WIN - score)
    elif score <= -PROVEN:
        fprintf(stderr, b"depth %2d  loses at %d", search.depth, WIN + score)
    else:
        fprintf(stderr, b"depth %2d  score %+d", search.depth, score)


cdef inline void explain(Search *search, const Board *board) noexcept nogil:
    """Depth, score or the half-move that ends the game, nodes, and the moves expected."""
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
        key = key_of(now.own, now.foe, now.half_move)
        if find(&search.table, key, FAR_DEPTH, &entry) or find(&search.table, key, 0, &entry):
            move = entry.move
    fprintf(stderr, b"\n")


cdef inline void deepen(Search *search, const Board *board, const Effort *effort) noexcept nogil:
    """Searches one move deeper at a time, until the end is proven or the effort is made."""
    cdef int64_t start = used_microseconds()
    cdef int64_t half = start + effort.microseconds // 2
    cdef int depth
    search.deadline = start + effort.microseconds
    for depth in range(1, effort.limit + 2 - board.half_move):
        search_board(search, board, depth, -PROVEN, PROVEN)
        if search.stopped:
            break
        search.depth = depth
        if effort.explain:
            explain(search, board)
        if search.score >= PROVEN or search.score <= -PROVEN:
            break
        # A next step that takes longer than all before it would not come to an end.
        if search.most_nodes == 0 and used_microseconds() >= half:
            break
    if effort.explain and search.stopped:
        explain(search, board)


cdef inline int champion_move(
    const Board *board, Chance *chance, const Effort *effort
) noexcept nogil:
    cdef Search search
    cdef Moves moves
    cdef int64_t expected
    list_moves(&moves, board)
    if moves.count == 1:
        return moves.moves[0]
    memset(&search, 0, sizeof(Search))
    search.clock = &used_microseconds
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
    # With no memory, or where every move loses at once.
    return greedy_move(board, chance) if search.best == NO_MOVE else search.best


cdef inline int choose_move(
    const Board *board, const char *style, Chance *chance, const Effort *effort
) noexcept nogil:
    """The move to make in a game that is not over."""
    if strcmp(style, b"random") == 0:
        return random_move(board, chance)
    if strcmp(style, b"greedy") == 0:
        return greedy_move(board, chance)
    return champion_move(board, chance, effort)
