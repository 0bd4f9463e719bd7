# What the champion of MMPeshki has found out about positions, by their keys.
#
# A bucket of four entries is one line of the cache. Scores are absolute (see the search), and
# those beyond PROVEN are proofs, good at any depth.

from libc.stdint cimport int16_t, int64_t, uint8_t, uint16_t, uint64_t
from libc.stdlib cimport calloc

from bot.mmpeshki_board cimport NO_MOVE


cdef extern from *:
    """
    #ifdef __linux__
    #include <sys/mman.h>
    /* 14 is MADV_HUGEPAGE, which not every header shows. If it is refused, nothing is lost. */
    #define want_large_pages(place, size) (void)madvise((void *)(place), size, 14)
    #else
    #define want_large_pages(place, size) (void)(place)
    #endif
    """
    void want_large_pages(uint64_t place, uint64_t size) nogil
    void want_soon "__builtin_prefetch"(const void *place) nogil


cdef enum:
    ENTRIES_A_BUCKET = 4
    BUCKETS_A_MEGABYTE = 1 << 14
    USUAL_MEGABYTES = 512       # of which the system gives only what is touched
    PAGE = 4096
    SOME_LARGE_PAGES = 1 << 25
    PROVEN = 29000

    AT_LEAST = 1                # what a score in the table is
    AT_MOST = 2
    EXACT = 3


cdef struct Entry:
    uint64_t key
    int16_t score
    uint16_t move
    uint8_t depth
    uint8_t bound               # 0: nothing is here


cdef struct Table:
    Entry *entries
    void *memory                # of the entries, before they were aligned
    uint64_t mask               # the number of buckets, a power of two, less one


cdef inline bint make_table(Table *table, int64_t nodes, int64_t megabytes) noexcept nogil:
    """A table for so many nodes. Small where little will be done: its pages cost time too."""
    cdef uint64_t buckets = 256
    cdef uint64_t most_buckets = megabytes * BUCKETS_A_MEGABYTE
    cdef uint64_t place
    cdef uint64_t size
    while buckets * 2 <= most_buckets and <int64_t>(buckets * ENTRIES_A_BUCKET) < nodes:
        buckets *= 2
    table.memory = NULL
    while table.memory == NULL and buckets:
        table.mask = buckets - 1
        table.memory = calloc(buckets * ENTRIES_A_BUCKET * sizeof(Entry) + 64, 1)
        buckets >>= 1
    place = (<uint64_t>table.memory + 63) & ~<uint64_t>63
    table.entries = <Entry *>place
    # Entries are met in no order: with pages of 4 KB a quarter of the time goes to finding pages.
    size = (table.mask + 1) * ENTRIES_A_BUCKET * sizeof(Entry)
    if table.memory != NULL and size >= SOME_LARGE_PAGES:
        want_large_pages((place + PAGE - 1) & ~<uint64_t>(PAGE - 1), size - PAGE)
    return table.memory != NULL


cdef inline uint64_t key_of(uint64_t own, uint64_t foe, int now) noexcept nogil:
    """A random-looking number for the board and the half-move, which tells the player, too."""
    cdef uint64_t key = own * 0x9E3779B97F4A7C15ULL + now * 0xD6E8FEB86659FD93ULL
    key ^= key >> 32
    key = (key + foe) * 0xBF58476D1CE4E5B9ULL
    key ^= key >> 29
    key *= 0x94D049BB133111EBULL
    return key ^ (key >> 32)


cdef inline void fetch(const Table *table, uint64_t key) noexcept nogil:
    """Has the memory bring what `find` will read: it takes as long as a hundred instructions."""
    want_soon(table.entries + (key & table.mask) * ENTRIES_A_BUCKET)


cdef inline Entry *find(const Table *table, uint64_t key) noexcept nogil:
    cdef Entry *entry = table.entries + (key & table.mask) * ENTRIES_A_BUCKET
    cdef int n
    for n in range(ENTRIES_A_BUCKET):
        if entry[n].key == key and entry[n].bound:
            return entry + n
    return NULL


cdef inline void keep(
    Table *table, uint64_t key, int depth, int score, int bound, int move
) noexcept nogil:
    """In the place of the same position, or else of the one searched least deep."""
    cdef Entry *entry = table.entries + (key & table.mask) * ENTRIES_A_BUCKET
    cdef Entry *place = entry
    cdef int n
    for n in range(ENTRIES_A_BUCKET):
        if entry[n].key == key or not entry[n].bound:
            place = entry + n
            break
        if entry[n].depth < place.depth:
            place = entry + n
    if move != NO_MOVE or place.key != key:
        place.move = <uint16_t>move
    place.key = key
    place.score = <int16_t>score
    place.depth = <uint8_t>depth
    place.bound = <uint8_t>bound


cdef inline bint settles(
    const Entry *entry, int depth, int alpha, int beta
) noexcept nogil:
    """Whether what is known of a position is all that is asked. A proof is good at any depth."""
    cdef int score = entry.score
    if entry.depth < depth and -PROVEN < score < PROVEN:
        return False
    if entry.bound & AT_LEAST and score >= beta and (entry.depth >= depth or score >= PROVEN):
        return True
    if entry.bound & AT_MOST and score <= alpha and (entry.depth >= depth or score <= -PROVEN):
        return True
    return entry.bound == EXACT and (entry.depth >= depth)
