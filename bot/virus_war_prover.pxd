# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False
# What a proof keeps: how far each position is from being proven, in a table by their hashes. And
# what is reported of a position that was solved, or not quite.

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free

from bot.virus_war_file cimport Turn
from bot.virus_war_tree cimport MOST_CHILDREN, Budget, is_late


cdef enum:
    OFF = -2                  # no step
    SURELY = 1 << 30          # of a disproof's number: proven, and the other way round
    BUCKETS = 1 << 22
    ENTRIES = 4               # of a bucket; 400 MB in all, of which only what is used is memory


cdef struct Numbers:
    uint32_t proof            # positions still to be proven, at the least, for the aim; 0: proven
    uint32_t disproof


cdef struct Child:
    uint64_t hash
    Numbers numbers


cdef struct Choice:
    int best                  # the child to go on with
    uint32_t second           # the number that makes another one better


cdef struct Entry:
    uint64_t hash
    Numbers numbers
    uint64_t work             # positions looked at for it


cdef struct Prover:
    Entry *entries
    int who                   # shall be proven to win
    uint64_t nodes
    Budget budget


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


cdef inline bint equip(Prover *prover, const Budget *budget) noexcept nogil:
    """Makes room; False if there is no memory."""
    prover.entries = <Entry *>calloc(BUCKETS * ENTRIES, sizeof(Entry))
    prover.nodes = 0
    prover.budget = budget[0]
    return prover.entries != NULL


cdef inline void dismiss(Prover *prover) noexcept nogil:
    free(prover.entries)


cdef inline bint is_exhausted(const Prover *prover, int half_move) noexcept nogil:
    if prover.nodes % 64:
        return False
    if prover.budget.watch != NULL:
        prover.budget.watch.nodes = prover.nodes
        prover.budget.watch.half_move = half_move
    return is_late(&prover.budget)


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
