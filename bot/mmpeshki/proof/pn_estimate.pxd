# Proof numbers of MMPeshki: estimates of the work that is missing to prove a position.
#
# A `Guess` has the estimated work to prove that the player to move wins, and to prove that this
# player loses: for a leaf from its score, otherwise from its children.
#
# If the marks are symmetric, a position and its mirror image share a guess: at the start on full
# rows, half of the moves are images of the others.

from libc.math cimport exp
from libc.stdint cimport int16_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc

from bot.mmpeshki.board cimport Board, image
from bot.common.transposition cimport PROVEN
from bot.mmpeshki.search.tt_probe cimport key_of


cdef enum:
    ENDLESS = 1000000000        # more than any work
    MOST_FOR_LEAF = 10000000
    EVEN = 1000                 # the work for a leaf of score 0
    SCORE_OF_E = 90             # difference of scores for a factor of e
    SHARE = 65                  # in 100, of the work for moves that are not the hardest


cdef struct Guess:
    uint64_t key                # 0: the place is empty
    uint32_t to_win             # the work that is missing
    uint32_t to_lose
    int16_t score               # once it is proven
    uint8_t depth               # of the search by alpha-beta
    uint8_t hands               # number of threads that work on it
    uint8_t looked_at           # 1 while one of them searches it by alpha-beta
    uint8_t opened              # 1 if its children determine it


cdef struct Guesses:
    Guess *places
    uint64_t mask               # the number of places, a power of two, less one
    uint64_t used
    bint full
    uint64_t marks              # of the board; keys do not contain them
    bint mirrors                # True if the marks are symmetric


cdef inline bint make_guesses(
    Guesses *guesses, uint64_t places, const Board *root
) noexcept nogil:
    guesses.marks = ~(root.own | root.foe | root.free)
    guesses.mirrors = guesses.marks == image(guesses.marks)
    guesses.used = 0
    guesses.full = False
    guesses.mask = places - 1
    guesses.places = <Guess *>calloc(places, sizeof(Guess))
    return guesses.places != NULL


cdef inline uint64_t guess_key(const Guesses *guesses, const Board *board) noexcept nogil:
    """Return the key of a guess, which is odd, so that it is never 0."""
    cdef uint64_t key = key_of(board.own, board.foe, board.half_move).lock
    if guesses.mirrors:
        key = min(key, key_of(image(board.own), image(board.foe), board.half_move).lock)
    return key | 1


cdef inline Guess *place_of(Guesses *guesses, uint64_t key) noexcept nogil:
    """Return the place of the guess with a key, or an empty one; NULL if the table is full."""
    cdef uint64_t n = (key >> 1) & guesses.mask
    while guesses.places[n].key and guesses.places[n].key != key:
        n = (n + 1) & guesses.mask
    if not guesses.places[n].key:
        guesses.full = guesses.full or guesses.used > guesses.mask // 4 * 3
        if guesses.full:
            return NULL
    return guesses.places + n


cdef inline void claim(Guesses *guesses, Guess *guess, uint64_t key) noexcept nogil:
    """Assign an empty place to a key, with a guess that favours nobody."""
    guesses.used += 1
    guess.key = key
    guess.to_win = guess.to_lose = EVEN


cdef inline bint is_settled(const Guess *guess) noexcept nogil:
    return guess.to_win == 0 or guess.to_lose == 0


cdef inline uint32_t work_at(int score) noexcept nogil:
    cdef double work = EVEN * exp(score / <double>SCORE_OF_E)
    return <uint32_t>min(max(work, 1.0), <double>MOST_FOR_LEAF)


cdef inline int64_t shared(int64_t work) noexcept nogil:
    """Return the share of the other moves' work that is added to that of the hardest move."""
    return work * SHARE // 100


cdef inline void weigh(Guess *guess, int score, int depth) noexcept nogil:
    guess.score = <int16_t>score
    guess.depth = <uint8_t>depth
    if score >= PROVEN:
        guess.to_win, guess.to_lose = 0, ENDLESS
    elif score <= -PROVEN:
        guess.to_win, guess.to_lose = ENDLESS, 0
    else:
        guess.to_win, guess.to_lose = work_at(-score), work_at(score)
