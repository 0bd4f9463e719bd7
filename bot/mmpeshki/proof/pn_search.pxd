# Proof-number search over alpha-beta for MMPeshki: a proof of the winner along the likely lines.
#
# Alpha-beta searches all lines to about the same depth, but a proof is far deeper in some lines
# than in others. So the first moves form a tree that grows where the least work seems to be missing
# (df-pn, Nagai 2002), as in the proof of checkers (Schaeffer and others, 2007): a leaf is searched
# by alpha-beta to a small depth, deeper when it is met again, and is then replaced by its children.
# All leaves share the table, and proofs of alpha-beta count.
#
# pn_select.pxd chooses the next move. The work missing at a leaf is a `Guess`, see pn_estimate.pxd.
#
# A draw is neither a win nor a loss. Near the last half-moves a position has endless work both
# ways. If the root cannot be won because of that, the search gives up; a root that cannot be lost
# may still be won.
#
# Several threads, each with a `Hand`, may work on the tree (as in Kaneko 2010). One thread at a
# time is in the tree, and leaves it to others during its search by alpha-beta, which takes nearly
# all of the time.

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
    FIRST_DEPTH = 6             # depth of the first search of a leaf by alpha-beta
    DEEPER = 3                  # increase of the depth when it is met again
    LAST_DEPTH = 12             # the largest depth
    A_WHILE = 50                # microseconds, to wait for another hand


cdef struct Prover:
    Guesses guesses
    Board board                 # at the root
    Search *search              # receives the result
    PyThread_type_lock lock     # held by the thread in the tree
    uint64_t over               # 1 when the proof has ended


cdef struct Hand:
    Prover *prover
    Search *search              # of the thread; only the far shelf is shared


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
    """Mark a position as proven by its children, also in the table of alpha-beta."""
    cdef Entry entry = [
        <int16_t>score, <uint16_t>move, LAST_DEPTH, AT_LEAST if score > 0 else AT_MOST,
    ]
    weigh(guess, score, LAST_DEPTH)
    keep_far(&prover.search.table.far, key_of(board.own, board.foe, board.half_move), entry)
    if board.half_move == prover.board.half_move:
        prover.search.score = score


cdef inline void look(Hand *hand, const Board *board, Guess *guess, int depth) noexcept nogil:
    """Search a position by alpha-beta while other threads go on."""
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
    """Return the guess of a position; NULL if the time is over or the table is full."""
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
    """List the children; return False if the position is proven or the search must end."""
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
    """Mark a position as lost: all moves lose, those to the far row at once.

        Moves to the far row are not among the children.
        """
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
    """Return whether another thread has proven a position above this one."""
    while way != NULL:
        if is_settled(way.guess):
            return True
        way = way.before
    return False


cdef inline void explore(
    Hand *hand, const Way *way, const Board *board, Guess *guess,
    int64_t most_to_win, int64_t most_to_lose,
) noexcept nogil:
    """Work on a position until its work to win or to lose reaches a bound."""
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
    """Work until the root is proven or given up, or the time is over, or the table is full."""
    enter(hand.prover)
    while 0 < root.to_win < ENDLESS and not is_over(hand):
        explore(hand, NULL, &hand.prover.board, root, ENDLESS, ENDLESS + 1)
    put(&hand.prover.over, 1)
    leave(hand.prover)
