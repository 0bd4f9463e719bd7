# Proof-number search over alpha-beta: which side wins MMPeshki, along the lines that look like it.
#
# Alpha-beta looks at all lines to about the same depth, and a proof is far deeper in some than in
# others. So the first moves are a tree that grows where least seems to be missing (df-pn, Nagai
# 2002), as in the proof of checkers (Schaeffer and others, 2007): a leaf is searched by alpha-beta
# to a small depth, deeper when it is met again, and then gives way to its children. All leaves
# share the table, and what alpha-beta proves is proven.
#
# A `Guess` tells of a position how much work seems to be missing to prove that the player to move
# wins, and that this player loses: for a leaf by its score, more the worse it looks. Who is to move
# wins by one move that makes the other lose, the one with least to do; and loses if all moves lose.
# For that only half of the moves' work is added up, but for the hardest: they have much in common.
#
# A draw is neither. Where the last half-moves come near, a position has endless work both ways, and
# if that reaches the root, the search gives up.

from libc.math cimport exp
from libc.stdint cimport int16_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc
from libc.stdlib cimport free as release

from bot.mmpeshki_board cimport (
    JUMP_FROM_FAR,
    MOST_MOVES,
    NO_MOVE,
    STEP_FROM_FAR,
    Board,
    Moves,
    add_jumps,
    add_steps,
    after,
    arrivals,
)
from bot.mmpeshki_endings cimport WIN, arrival
from bot.mmpeshki_search cimport INFINITE, Search, search_board
from bot.mmpeshki_table cimport AT_LEAST, AT_MOST, PROVEN, keep, key_of


cdef enum:
    ENDLESS = 1000000000        # more work than there is
    MOST_FOR_LEAF = 10000000
    FIRST_DEPTH = 6             # of alpha-beta where a leaf is met first
    DEEPER = 3                  # by how much, each time that it is met again,
    LAST_DEPTH = 12             # until this
    EVEN = 1000                 # the work for a leaf of score 0,
    SCORE_OF_E = 25             # which grows by a factor of e with so much
    BUCKETS_A_GUESS = 4         # of the table of alpha-beta


cdef struct Guess:
    uint64_t key                # 0: nothing is here
    uint32_t to_win             # the work that is missing
    uint32_t to_lose
    int16_t score               # once it is proven
    uint8_t depth
    bint opened                 # its children stand for it


cdef struct Prover:
    Search *search
    Guess *guesses
    uint64_t mask
    uint64_t used
    bint full


cdef struct Children:
    Moves moves
    Board boards[MOST_MOVES]
    Guess *guesses[MOST_MOVES]


cdef struct Choice:
    int best                    # with least work to make it lose, or -1 if all are proven
    int64_t least               # that work,
    int64_t second              # and that of the next best
    int64_t most                # the work for the hardest to prove won,
    int64_t others              # and for the others
    int longest                 # the score if all are won for the other side


cdef inline uint32_t work_at(int score) noexcept nogil:
    cdef double work = EVEN * exp(score / <double>SCORE_OF_E)
    return <uint32_t>min(max(work, 1.0), <double>MOST_FOR_LEAF)


cdef inline void weigh(Guess *guess, int score, int depth) noexcept nogil:
    guess.score = <int16_t>score
    guess.depth = <uint8_t>depth
    if score >= PROVEN:
        guess.to_win, guess.to_lose = 0, ENDLESS
    elif score <= -PROVEN:
        guess.to_win, guess.to_lose = ENDLESS, 0
    else:
        guess.to_win, guess.to_lose = work_at(-score), work_at(score)


cdef inline void settle(
    Prover *prover, const Board *board, Guess *guess, int score, int move
) noexcept nogil:
    """It is proven by its children, which alpha-beta may know as well."""
    weigh(guess, score, LAST_DEPTH)
    keep(
        &prover.search.table, key_of(board.own, board.foe, board.half_move), LAST_DEPTH, score,
        AT_LEAST if score > 0 else AT_MOST, move,
    )
    if board.half_move == prover.search.root:
        prover.search.score = score


cdef inline Guess *place_of(const Prover *prover, const Board *board) noexcept nogil:
    cdef uint64_t key = key_of(board.own, board.foe, board.half_move) | 1
    cdef uint64_t n = (key >> 1) & prover.mask
    while prover.guesses[n].key and prover.guesses[n].key != key:
        n = (n + 1) & prover.mask
    return prover.guesses + n


cdef inline Guess *guess_of(Prover *prover, const Board *board) noexcept nogil:
    """What is thought of a position; NULL if the time is over, or no room is left."""
    cdef Guess *guess = place_of(prover, board)
    cdef int score
    if guess.key:
        return guess
    prover.full = prover.full or prover.used > prover.mask // 4 * 3
    if prover.full:
        return NULL
    score = search_board(prover.search, board, FIRST_DEPTH, -PROVEN, PROVEN)
    if prover.search.stopped:
        return NULL
    guess.key = key_of(board.own, board.foe, board.half_move) | 1
    weigh(guess, score, FIRST_DEPTH)
    prover.used += 1
    return guess


cdef inline void look_deeper(Prover *prover, const Board *board, Guess *guess) noexcept nogil:
    cdef int depth = min(guess.depth + DEEPER, <int>LAST_DEPTH)
    cdef int score = search_board(prover.search, board, depth, -PROVEN, PROVEN)
    if not prover.search.stopped:
        weigh(guess, score, depth)


cdef inline bint has_children(
    Prover *prover, const Board *board, Guess *guess, Children *children
) noexcept nogil:
    """False if the position is proven, or there is no time for them, or none that matters."""
    cdef Moves *moves = &children.moves
    cdef Guess *child
    cdef int n
    moves.count = 0
    add_jumps(moves, board.own & ~JUMP_FROM_FAR, board.foe, board.free)
    add_steps(moves, board.own & ~STEP_FROM_FAR, board.free)
    guess.opened = True
    if not moves.count or board.half_move + 2 > prover.search.limit:
        guess.to_win = guess.to_lose = ENDLESS
        return False
    for n in range(moves.count):
        children.boards[n] = after(board, moves.moves[n])
        child = guess_of(prover, &children.boards[n])
        if child == NULL:
            return False
        children.guesses[n] = child
        if child.to_lose == 0:
            win_by(prover, board, guess, children, n)
            return False
    return True


cdef inline void win_by(
    Prover *prover, const Board *board, Guess *guess, const Children *children, int n
) noexcept nogil:
    if board.half_move == prover.search.root:
        prover.search.best = children.moves.moves[n]
    settle(prover, board, guess, -children.guesses[n].score, children.moves.moves[n])


cdef inline void lose(
    Prover *prover, const Board *board, Guess *guess, const Children *children, int longest
) noexcept nogil:
    """All moves lose. Those to the far row, which are not among the children, do so at once."""
    cdef bint any_loses = False
    cdef int n
    if arrivals(board.own, board.foe, board.free):
        arrival(board, &any_loses)
        if any_loses:
            longest = max(longest, -(WIN - board.half_move))
    for n in range(children.moves.count):
        if board.half_move == prover.search.root and -children.guesses[n].score == longest:
            prover.search.best = children.moves.moves[n]
    settle(prover, board, guess, longest, NO_MOVE)


cdef inline Choice choice_of(const Children *children) noexcept nogil:
    cdef Choice choice = [-1, ENDLESS + 1, ENDLESS + 1, 0, 0, -INFINITE]
    cdef const Guess *child
    cdef int n
    for n in range(children.moves.count):
        child = children.guesses[n]
        if child.to_win == 0:
            choice.longest = max(choice.longest, -child.score)
            continue
        choice.others += child.to_win
        choice.most = max(choice.most, <int64_t>child.to_win)
        if child.to_lose < choice.least:
            choice.second = choice.least
            choice.least = child.to_lose
            choice.best = n
        elif child.to_lose < choice.second:
            choice.second = child.to_lose
    choice.others -= choice.most
    return choice


cdef inline void explore(
    Prover *prover, const Board *board, Guess *guess, int64_t most_to_win, int64_t most_to_lose
) noexcept nogil:
    """Works on a position until it seems to take so much to prove it won, or lost."""
    cdef Children children
    cdef Choice choice
    cdef int64_t to_win
    if not guess.opened and guess.depth < LAST_DEPTH:
        look_deeper(prover, board, guess)
        return
    if not has_children(prover, board, guess, &children):
        return
    while not prover.search.stopped and not prover.full:
        choice = choice_of(&children)
        if choice.best < 0:
            lose(prover, board, guess, &children, choice.longest)
            return
        if choice.least == 0:
            win_by(prover, board, guess, &children, choice.best)
            return
        guess.to_win = <uint32_t>min(choice.least, <int64_t>ENDLESS)
        guess.to_lose = <uint32_t>min(choice.most + choice.others // 2, <int64_t>ENDLESS)
        if guess.to_win >= most_to_win or guess.to_lose >= most_to_lose:
            return
        if board.half_move == prover.search.root:
            prover.search.best = children.moves.moves[choice.best]
        to_win = most_to_lose
        if to_win < ENDLESS and children.guesses[choice.best].to_win == choice.most:
            to_win -= choice.others // 2
        explore(
            prover, &children.boards[choice.best], children.guesses[choice.best],
            max(to_win, children.guesses[choice.best].to_win + <int64_t>1),
            min(most_to_win, choice.second + choice.second // 4 + 1),
        )


cdef inline bint prove_best_first(Search *search, const Board *board) noexcept nogil:
    """Whether the position is proven won or lost; the time may be over, or it has been given up."""
    cdef Prover prover
    cdef Guess *guess
    prover.search = search
    prover.used = 0
    prover.full = False
    prover.mask = (search.table.mask + 1) // BUCKETS_A_GUESS - 1
    prover.guesses = <Guess *>calloc(prover.mask + 1, sizeof(Guess))
    if prover.guesses == NULL:
        return False
    guess = place_of(&prover, board)
    guess.key = key_of(board.own, board.foe, board.half_move) | 1
    guess.opened = True
    guess.to_win = guess.to_lose = 1
    while 0 < guess.to_win < ENDLESS and not search.stopped and not prover.full:
        explore(&prover, board, guess, ENDLESS, ENDLESS)
    search.proven = (guess.to_win == 0 or guess.to_lose == 0) and not search.stopped
    release(prover.guesses)
    return search.proven
