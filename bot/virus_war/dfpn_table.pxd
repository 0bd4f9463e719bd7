# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False
# What a proof keeps: how far each position is from being proven, in a table by their hashes. And
# what is reported of a position that was solved, or not quite.

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free

from bot.common.memory cimport LINE, lines_of_memory, want_soon
from bot.virus_war.curves cimport Curves, free_curves, init_curves
from bot.virus_war.file cimport Turn
from bot.virus_war.maths cimport Logarithms, lay_logarithms
from bot.virus_war.uct_tree cimport MOST_CHILDREN, Budget, is_late


cdef enum:
    OFF = -2                  # no step
    SURELY = 1 << 30          # of a disproof's number: proven, and the other way round
    BUCKETS = 1 << 22
    ENTRIES = 4               # of a bucket; 400 MB in all, of which only what is used is memory
    WORK_A_STEP = 64          # as it is guessed where the odds are even
    MOST_ODDS = 3000
    SHARE = 25                # in 100, of the work for steps that are not the hardest


cdef struct Numbers:
    uint32_t proof            # the work that seems to be missing for the aim; 0: proven
    uint32_t disproof


cdef struct Child:
    uint64_t hash             # but not of a game that is over, which nobody looks up
    Numbers numbers
    bint is_over


cdef struct Choice:
    int best                  # the child to go on with
    uint32_t second           # the number that makes another one better


cdef struct Entry:
    uint64_t hash
    Numbers numbers
    uint64_t work             # positions looked at for it


cdef struct Prover:
    Entry *entries
    void *memory              # of the entries, before they were aligned
    int who                   # shall be proven to win
    uint64_t nodes
    Budget budget
    Curves curves             # by which a new position is guessed
    Logarithms logarithms


cdef struct Verdict:          # on a turn
    Turn turn
    int winner                # proven, or OPEN
    float chance              # of the player to move, as far as is known


cdef struct Report:           # on a position
    int winner
    float chance              # of the player to move; unknown: -1
    int best                  # of the verdicts
    int count
    uint64_t nodes
    Verdict verdicts[MOST_CHILDREN]


cdef inline bint init_prover(
    Prover *prover, const Budget *budget, int size, int ending
) noexcept nogil:
    """Makes room for proofs on such a board; False if there is no memory."""
    prover.entries = <Entry *>lines_of_memory(
        BUCKETS * ENTRIES * sizeof(Entry), &prover.memory
    )
    prover.nodes = 0
    prover.budget = budget[0]
    lay_logarithms(&prover.logarithms)
    return init_curves(&prover.curves, size, ending) and prover.memory != NULL


cdef inline void free_prover(Prover *prover) noexcept nogil:
    free(prover.memory)
    free_curves(&prover.curves)


cdef inline bint is_exhausted(const Prover *prover, int half_move) noexcept nogil:
    if prover.nodes % 64:
        return False
    if prover.budget.watch != NULL:
        prover.budget.watch.nodes = prover.nodes
        prover.budget.watch.half_move = half_move
    return is_late(&prover.budget)


cdef inline void fetch(const Prover *prover, uint64_t hash) noexcept nogil:
    """Has the memory bring the bucket, whose entries are on two lines of the cache."""
    cdef const Entry *entry = &prover.entries[(hash % BUCKETS) * ENTRIES]
    want_soon(entry)
    want_soon(<const char *>entry + LINE)


cdef inline const Entry *entry_of(const Prover *prover, uint64_t hash) noexcept nogil:
    cdef const Entry *entry = &prover.entries[(hash % BUCKETS) * ENTRIES]
    cdef int n
    for n in range(ENTRIES):
        if entry[n].hash == hash:
            return &entry[n]
    return NULL


cdef inline void keep(
    Prover *prover, uint64_t hash, Numbers numbers, uint64_t work
) noexcept nogil:
    """Keeps the numbers, where the least work is lost of those in the same bucket."""
    cdef Entry *entry = &prover.entries[(hash % BUCKETS) * ENTRIES]
    cdef Entry *place = entry
    cdef int n
    for n in range(ENTRIES):
        if entry[n].hash == hash:
            place = &entry[n]
            work += place.work
            break
        if entry[n].work < place.work:
            place = &entry[n]
    place.hash = hash
    place.numbers = numbers
    place.work = work
