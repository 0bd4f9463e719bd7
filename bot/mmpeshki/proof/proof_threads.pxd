# The threads of a proof of MMPeshki; see pn_search.pxd for their shares of the work.
#
# The calling thread works, too; it alone checks the clock and reports. The others work until the
# proof has ended, and are then joined.

from libc.stdint cimport INT64_MAX, int64_t, uint64_t
from libc.stdlib cimport calloc
from libc.stdlib cimport free as release
from libc.string cimport memset

from bot.mmpeshki.board cimport Board
from bot.mmpeshki.proof.pn_estimate cimport (
    EVEN, Guess, claim, guess_key, is_settled, make_guesses, place_of,
)
from bot.mmpeshki.proof.proof_file cimport read_notes, write_notes
from bot.mmpeshki.proof.pn_search cimport (
    WAIT_LOCK,
    Hand,
    Prover,
    PyThread_acquire_lock,
    PyThread_release_lock,
    PyThread_type_lock,
    work,
)
from bot.mmpeshki.search.state cimport Search
from bot.common.transposition cimport BUCKETS_NEAR, make_shelf, now_in


cdef extern from *:
    """
    #define count_in(place, more) (void)__atomic_fetch_add(place, more, __ATOMIC_RELAXED)
    """
    void count_in(int64_t *place, int64_t more) nogil


cdef extern from "pythread.h" nogil:
    PyThread_type_lock PyThread_allocate_lock()
    void PyThread_free_lock(PyThread_type_lock lock)
    unsigned long PyThread_start_new_thread(void (*function)(void *) noexcept nogil, void *argument)
    unsigned long NO_THREAD "((unsigned long)-1)"  # The stable ABI has no name for it.


cdef enum:
    BUCKETS_A_GUESS = 2         # of the table of alpha-beta
    MOST_MATES = 63


cdef struct Mate:
    Hand hand
    Search search
    Guess *root
    int64_t told                # number of its nodes that were reported
    PyThread_type_lock at_work  # held while the thread works


cdef inline void tell_mate(Search *search) noexcept nogil:
    """Report the nodes, and check whether the proof has ended, instead of the clock."""
    cdef Mate *mate = <Mate *>search.listener
    search.stopped = now_in(&mate.hand.prover.over)
    count_in(&mate.hand.prover.search.nodes_beside, search.nodes - mate.told)
    mate.told = search.nodes


cdef inline void work_as_mate(void *argument) noexcept nogil:
    cdef Mate *mate = <Mate *>argument
    work(&mate.hand, mate.root)
    tell_mate(&mate.search)
    PyThread_release_lock(mate.at_work)


cdef inline void start_mate(Mate *mate, Prover *prover, Guess *root) noexcept nogil:
    mate.search = prover.search[0]
    memset(&mate.search.past, 0, sizeof(mate.search.past))
    mate.search.nodes = 0
    mate.search.next_look = 0
    mate.search.most_nodes = 0
    mate.search.deadline = INT64_MAX
    mate.search.tell = &tell_mate
    mate.search.listener = mate
    mate.hand = [prover, &mate.search]
    mate.root = root
    if not make_shelf(&mate.search.table.near, BUCKETS_NEAR):
        return
    mate.at_work = PyThread_allocate_lock()
    if mate.at_work == NULL:
        return
    PyThread_acquire_lock(mate.at_work, WAIT_LOCK)
    if PyThread_start_new_thread(&work_as_mate, mate) == NO_THREAD:
        PyThread_release_lock(mate.at_work)


cdef inline void wait_for_mate(Mate *mate) noexcept nogil:
    if mate.at_work != NULL:
        PyThread_acquire_lock(mate.at_work, WAIT_LOCK)
        PyThread_release_lock(mate.at_work)
        PyThread_free_lock(mate.at_work)
    release(mate.search.table.near.memory)


cdef inline void work_together(Prover *prover, Guess *root, int count) noexcept nogil:
    cdef Hand hand = [prover, prover.search]
    cdef Mate *mates = <Mate *>calloc(count, sizeof(Mate))
    cdef int n
    if mates == NULL:
        count = 0
    for n in range(count):
        start_mate(mates + n, prover, root)
    work(&hand, root)
    for n in range(count):
        wait_for_mate(mates + n)
    release(mates)
    prover.search.nodes += prover.search.nodes_beside
    prover.search.nodes_beside = 0


cdef inline void prove_from_notes(Prover *prover) noexcept nogil:
    """Go on from the notes, if there are any, and write new ones."""
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
    # The notes do not have the best move: it is found again from the children.
    root.to_win = root.to_lose = EVEN
    work_together(prover, root, min(search.cores - 1, <int>MOST_MATES))
    search.proven = is_settled(root)
    write_notes(&search.notes, &prover.guesses)


cdef inline bint prove_best_first(Search *search, const Board *board) noexcept nogil:
    """Prove a position won or lost; return False if the time is over or the search gave up."""
    cdef Prover prover
    prover.search = search
    prover.board = board[0]
    prover.over = 0
    prover.lock = PyThread_allocate_lock()
    if prover.lock == NULL:
        return False
    if make_guesses(&prover.guesses, (search.table.far.mask + 1) // BUCKETS_A_GUESS, board):
        prove_from_notes(&prover)
    release(prover.guesses.places)
    PyThread_free_lock(prover.lock)
    return search.proven
