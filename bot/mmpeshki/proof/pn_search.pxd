# Proof-number search over alpha-beta: which side wins MMPeshki, along the lines that look like it.
#
# Alpha-beta looks at all lines to about the same depth, and a proof is far deeper in some than in
# others. So the first moves are a tree that grows where least seems to be missing (df-pn, Nagai
# 2002), as in the proof of checkers (Schaeffer and others, 2007): a leaf is searched by alpha-beta
# to a small depth, deeper when it is met again, and then gives way to its children. All leaves
# share the table, and what alpha-beta proves is proven.
#
# Which move is looked into next stands in pn_select.pxd. What is missing at a leaf is a
# `Guess`, see pn_estimate.pxd.
#
# A draw is neither. Where the last half-moves come near, a position has endless work both ways. If
# because of that the root cannot be won, the search gives up; one that cannot be lost may be won.
#
# Several threads, each a `Hand`, may work on the tree (as Kaneko 2010 has it). One at a time is in
# it, and leaves it for others while alpha-beta looks, which takes nearly all of the time.

from libc.stdint cimport int16_t, int64_t, uint16_t, uint32_t, uint64_t

from bot.mmpeshki.board cimport (
    JUMP_FROM_FAR, STEP_FROM_FAR, Board, Moves, add_jumps, add_steps, after, arrivals,
)
from bot.mmpeshki.proof.pn_select cimport Children, Choice, choice_of
from bot.mmpeshki.search.endings cimport WIN, arrival
from bot.mmpeshki.proof.pn_estimate cimport (
    ENDLESS,
    Guess,
    Guesses,
    claim,
    guess_key,
    is_settled,
    place_of,
    shared,
    weigh,
)
from bot.mmpeshki.proof.proof_file cimport is_time_to_note, write_notes
from bot.mmpeshki.search.alpha_beta cimport search_board
from bot.mmpeshki.search.state cimport Search
from bot.common.transposition cimport (
    AT_LEAST, AT_MOST, NO_MOVE, PROVEN, Entry, keep_far, now_in, put,
)
from bot.mmpeshki.search.tt_probe cimport key_of


cdef extern from "pythread.h" nogil:
    ctypedef void *PyThread_type_lock
    int WAIT_LOCK
    int PyThread_acquire_lock(PyThread_type_lock lock, int mode)
    void PyThread_release_lock(PyThread_type_lock lock)


cdef extern from "unistd.h" nogil:
    int usleep(unsigned int microseconds)


cdef enum:
    FIRST_DEPTH = 6             # of alpha-beta where a leaf is met first
    DEEPER = 3                  # by how much, each time that it is met again,
    LAST_DEPTH = 12             # until this
    A_WHILE = 50                # microseconds, to wait for another hand


cdef struct Prover:
    Guesses guesses
    Board board                 # at the root
    Search *search              # to which the result is told
    PyThread_type_lock lock     # who has it is in the tree
    uint64_t over               # nothing more is to be done


cdef struct Hand:
    Prover *prover
    Search *search              # its own, but for the table


cdef struct Way:
    const Way *before
    const Guess *guess


cdef inline void enter(Prover *prover) noexcept nogil:
    PyThread_acquire_lock(prover.lock, WAIT_LOCK)


cdef inline void leave(Prover *prover) noexcept nogil:
    PyThread_release_lock(prover.lock)


cdef inline bint is_over(const Hand *hand) noexcept nogil:
    return hand.search.stopped or hand.prover.guesses.full or now_in(&hand.prover.over)


cdef inline void settle(
    Prover *prover, const Board *board, Guess *guess, int score, int move
) noexcept nogil:
    """It is proven by its children, which alpha-beta may know as well."""
    cdef Entry entry = [
        <int16_t>score, <uint16_t>move, LAST_DEPTH, AT_LEAST if score > 0 else AT_MOST,
    ]
    weigh(guess, score, LAST_DEPTH)
    keep_far(&prover.search.table.far, key_of(board.own, board.foe, board.half_move), entry)
    if board.half_move == prover.board.half_move:
        prover.search.score = score


cdef inline void look(Hand *hand, const Board *board, Guess *guess, int depth) noexcept nogil:
    """Has alpha-beta look at a position, while others go on."""
    cdef int score
    guess.hands += 1
    guess.looked_at = True
    leave(hand.prover)
    score = search_board(hand.search, board, depth, -PROVEN, PROVEN)
    enter(hand.prover)
    guess.looked_at = False
    guess.hands -= 1
    if not hand.search.stopped:
        weigh(guess, score, depth)
    if hand.search == hand.prover.search and is_time_to_note(&hand.search.notes):
        write_notes(&hand.search.notes, &hand.prover.guesses)


cdef inline Guess *guess_of(Hand *hand, const Board *board) noexcept nogil:
    """What is thought of a position; NULL if the time is over, or no room is left."""
    cdef Guesses *guesses = &hand.prover.guesses
    cdef uint64_t key = guess_key(guesses, board)
    cdef Guess *guess = place_of(guesses, key)
    if guess != NULL and not guess.key:
        claim(guesses, guess, key)
        look(hand, board, guess, FIRST_DEPTH)
    return NULL if is_over(hand) else guess


cdef inline bint has_children(
    Hand *hand, const Board *board, Guess *guess, Children *children
) noexcept nogil:
    """False if the position is proven, or there is no time for them, or none that matters."""
    cdef Moves *moves = &children.moves
    cdef Guess *child
    cdef int n
    moves.count = 0
    add_jumps(moves, board.own & ~JUMP_FROM_FAR, board.foe, board.free)
    add_steps(moves, board.own & ~STEP_FROM_FAR, board.free)
    guess.opened = True
    if not moves.count or board.half_move + 2 > hand.search.limit:
        guess.to_win = guess.to_lose = ENDLESS
        return False
    for n in range(moves.count):
        children.boards[n] = after(board, moves.moves[n])
        child = guess_of(hand, &children.boards[n])
        if child == NULL:
            return False
        children.guesses[n] = child
        if child.to_lose == 0:
            win_by(hand.prover, board, guess, children, n)
            return False
    return True


cdef inline void win_by(
    Prover *prover, const Board *board, Guess *guess, const Children *children, int n
) noexcept nogil:
    if board.half_move == prover.board.half_move:
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
        if (
            board.half_move == prover.board.half_move
            and -children.guesses[n].score == longest
        ):
            prover.search.best = children.moves.moves[n]
    settle(prover, board, guess, longest, NO_MOVE)


cdef inline bint is_settled_before(const Way *way) noexcept nogil:
    """Whether another hand has meanwhile proven what this one is at work for."""
    while way != NULL:
        if is_settled(way.guess):
            return True
        way = way.before
    return False


cdef inline void explore(
    Hand *hand, const Way *way, const Board *board, Guess *guess,
    int64_t most_to_win, int64_t most_to_lose,
) noexcept nogil:
    """Works on a position until it seems to take so much to prove it won, or lost."""
    cdef Way here = [way, guess]
    if guess.looked_at:
        leave(hand.prover)
        usleep(A_WHILE)
        enter(hand.prover)
        return
    if not guess.opened and guess.depth < LAST_DEPTH:
        look(hand, board, guess, min(guess.depth + DEEPER, <int>LAST_DEPTH))
        return
    guess.hands += 1
    explore_children(hand, &here, board, guess, most_to_win, most_to_lose)
    guess.hands -= 1


cdef inline void explore_children(
    Hand *hand, const Way *way, const Board *board, Guess *guess,
    int64_t most_to_win, int64_t most_to_lose,
) noexcept nogil:
    cdef Prover *prover = hand.prover
    cdef Children children
    cdef Choice choice
    cdef int64_t to_win
    if not has_children(hand, board, guess, &children):
        return
    while not is_over(hand) and not is_settled_before(way):
        choice = choice_of(&children)
        if choice.best < 0:
            lose(prover, board, guess, &children, choice.longest)
            return
        if choice.least == 0:
            win_by(prover, board, guess, &children, choice.best)
            return
        guess.to_win = <uint32_t>min(choice.least, <int64_t>ENDLESS)
        guess.to_lose = <uint32_t>min(choice.most + shared(choice.others), <int64_t>ENDLESS)
        if guess.to_win >= most_to_win or guess.to_lose >= most_to_lose:
            return
        if board.half_move == prover.board.half_move:
            prover.search.best = children.moves.moves[choice.best]
        to_win = most_to_lose
        if to_win < ENDLESS and children.guesses[choice.best].to_win == choice.most:
            to_win -= shared(choice.others)
        explore(
            hand, way, &children.boards[choice.best], children.guesses[choice.best],
            max(to_win, children.guesses[choice.best].to_win + <int64_t>1),
            min(most_to_win, choice.second + choice.second // 4 + 1),
        )


cdef inline void work(Hand *hand, Guess *root) noexcept nogil:
    """Until the root is proven, or given up, or the time is over, or no room is left."""
    enter(hand.prover)
    while 0 < root.to_win < ENDLESS and not is_over(hand):
        explore(hand, NULL, &hand.prover.board, root, ENDLESS, ENDLESS + 1)
    put(&hand.prover.over, 1)
    leave(hand.prover)
