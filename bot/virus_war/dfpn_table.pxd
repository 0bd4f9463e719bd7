# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False
# The table of a proof, with the proof numbers of positions by their hashes; and the report on a
# position.

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free

from bot.common.memory cimport LINE, lines_of_memory, want_soon
from bot.virus_war.curves cimport Curves, free_curves, init_curves
from bot.virus_war.file cimport Turn
from bot.virus_war.maths cimport Logarithms, lay_logarithms
from bot.virus_war.uct_tree cimport MOST_CHILDREN, Budget, is_late


cdef enum:
    OFF = -2                  # no step
    SURELY = 1 << 30          # a disproof number of a proven position, and vice versa
    BUCKETS = 1 << 22
    ENTRIES = 4               # of a bucket; 400 MB in all, of which only used pages take memory
    WORK_A_STEP = 64          # estimate for even odds
    MOST_ODDS = 3000
    SHARE = 25                # in 100, of the work for steps that are not the hardest


cdef struct Numbers:
    uint32_t proof            # the estimated missing work of a proof; 0: proven
    uint32_t disproof


cdef struct Child:
    uint64_t hash             # unused for a game that is over
    Numbers numbers
    bint is_over


cdef struct Choice:
    int best                  # the child to search next
    uint32_t second           # the number of the second best child


cdef struct Entry:
    uint64_t hash
    Numbers numbers
    uint64_t work             # positions searched for it


cdef struct Prover:
    Entry *entries
    void *memory              # of the entries, before they were aligned
    int who                   # the player whose win is to be proven
    uint64_t nodes
    Budget budget
    Curves curves             # for the estimates of new positions
    Logarithms logarithms


cdef struct Verdict:          # on a turn
    Turn turn
    int winner                # proven, or OPEN
    float chance              # of the player to move, as far as it is known


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
    """Allocate memory for proofs on a board; return False if there is none."""
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
    """Prefetch the bucket, whose entries are on two lines of the cache."""
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
    """Store the numbers in place of the entry of the bucket with the least work."""
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
