# A proof of MMPeshki by proof numbers from its start to its end: with several threads, and with
# what was noted another day. See mmpeshki_prover.pxd for how the threads share the work.

from libc.stdint cimport uint64_t
from libc.stdlib cimport free as release

from bot.mmpeshki_board cimport Board
from bot.mmpeshki_crew cimport (
    Crew,
    Mate,
    PyThread_allocate_lock,
    PyThread_free_lock,
    dismiss,
    hire,
    stop_work,
)
from bot.mmpeshki_guess cimport EVEN, Guess, claim, guess_key, is_settled, make_guesses, place_of
from bot.mmpeshki_notes cimport read_notes, write_notes
from bot.mmpeshki_prover cimport Hand, Prover, work
from bot.mmpeshki_search cimport Search


cdef enum:
    BUCKETS_A_GUESS = 2         # of the table of alpha-beta


cdef inline void lend_a_hand(Mate *mate) noexcept nogil:
    cdef Hand hand = [<Prover *>mate.task, &mate.search]
    work(&hand)


cdef inline void work_together(Prover *prover) noexcept nogil:
    cdef Hand hand = [prover, prover.search]
    cdef Crew crew
    hire(&crew, prover.search, &lend_a_hand, prover)
    work(&hand)
    stop_work(&crew)
    dismiss(&crew)


cdef inline void prove_from_notes(Prover *prover) noexcept nogil:
    """Goes on with what was noted before, if anything was, and notes what it finds out."""
    cdef Search *search = prover.search
    cdef uint64_t key = guess_key(&prover.guesses, &prover.board)
    cdef Guess *root
    if not read_notes(&search.notes, &prover.guesses, key, search.limit):
        search.stopped = True
        return
    root = place_of(&prover.guesses, key)
    if not root.key:
        claim(&prover.guesses, root, key)
    root.opened = True
    # What was noted does not tell the best move: it is found again, from the children.
    root.to_win = root.to_lose = EVEN
    prover.root = root
    work_together(prover)
    search.proven = is_settled(root)
    write_notes(&search.notes, &prover.guesses)


cdef inline bint prove_best_first(Search *search, const Board *board) noexcept nogil:
    """Whether the position is proven won or lost; the time may be over, or it has been given up."""
    cdef Prover prover
    prover.search = search
    prover.board = board[0]
    prover.lock = PyThread_allocate_lock()
    if prover.lock == NULL:
        return False
    if make_guesses(&prover.guesses, (search.table.far.mask + 1) // BUCKETS_A_GUESS, board):
        prove_from_notes(&prover)
    release(prover.guesses.places)
    PyThread_free_lock(prover.lock)
    return search.proven
