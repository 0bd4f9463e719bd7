# What the champion of MMPeshki has found out about positions, by their keys.
#
# A bucket of four places is one line of the cache. Scores are absolute (see the search), and
# those beyond PROVEN are proofs, good at any depth.
#
# Several threads may write at once, without a lock between them: a place has its key mixed with
# what is known, so what two of them wrote halves of belongs to no position (Hyatt and Mann, 2002).

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
    #define now_in(place) __atomic_load_n(place, __ATOMIC_RELAXED)
    #define put(place, word) __atomic_store_n(place, word, __ATOMIC_RELAXED)
    """
    void want_large_pages(uint64_t place, uint64_t size) nogil
    void want_soon "__builtin_prefetch"(const void *place) nogil
    uint64_t now_in(const uint64_t *place) nogil
    void put(uint64_t *place, uint64_t word) nogil


cdef enum:
    PLACES_A_BUCKET = 4
    BUCKETS_A_MEGABYTE = 1 << 14
    USUAL_MEGABYTES = 512       # of which the system gives only what is touched
    PAGE = 4096
    SOME_LARGE_PAGES = 1 << 25
    PROVEN = 29000
    INFINITE = 31000            # beyond any score
    MOST_DEPTH = 256

    AT_LEAST = 1                # what a score in the table is
    AT_MOST = 2
    EXACT = 3


cdef struct Entry:
    int16_t score
    uint16_t move
    uint8_t depth
    uint8_t bound               # what the score is; 0: nothing is here


cdef struct Place:
    uint64_t lock               # the key of the position, mixed with the word
    uint64_t word               # an entry


cdef struct Table:
    Place *places
    void *memory                # of the places, before they were aligned
    uint64_t mask               # the number of buckets, a power of two, less one


cdef inline bint make_table(Table *table, int64_t nodes, int64_t megabytes) noexcept nogil:
    """A table for so many nodes. Small where little will be done: its pages cost time too."""
    cdef uint64_t buckets = 256
    cdef uint64_t most_buckets = megabytes * BUCKETS_A_MEGABYTE
    cdef uint64_t place
    cdef uint64_t size
    while buckets * 2 <= most_buckets and <int64_t>(buckets * PLACES_A_BUCKET) < nodes:
        buckets *= 2
    table.memory = NULL
    while table.memory == NULL and buckets:
        table.mask = buckets - 1
        table.memory = calloc(buckets * PLACES_A_BUCKET * sizeof(Place) + 64, 1)
        buckets >>= 1
    place = (<uint64_t>table.memory + 63) & ~<uint64_t>63
    table.places = <Place *>place
    # Entries are met in no order: with pages of 4 KB a quarter of the time goes to finding pages.
    size = (table.mask + 1) * PLACES_A_BUCKET * sizeof(Place)
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


cdef inline Place *bucket_of(const Table *table, uint64_t key) noexcept nogil:
    return table.places + (key & table.mask) * PLACES_A_BUCKET


cdef inline void fetch(const Table *table, uint64_t key) noexcept nogil:
    """Has the memory bring what `find` will read: it takes as long as a hundred instructions."""
    want_soon(bucket_of(table, key))


cdef inline Entry unpacked(uint64_t word) noexcept nogil:
    cdef Entry entry
    entry.score = <int16_t>(word & 0xffff)
    entry.move = <uint16_t>(word >> 16 & 0xffff)
    entry.depth = <uint8_t>(word >> 32 & 0xff)
    entry.bound = <uint8_t>(word >> 40)
    return entry


cdef inline uint64_t packed(const Entry *entry) noexcept nogil:
    return (
        <uint16_t>entry.score | <uint64_t>entry.move << 16
        | <uint64_t>entry.depth << 32 | <uint64_t>entry.bound << 40
    )


cdef inline bint find(const Table *table, uint64_t key, Entry *entry) noexcept nogil:
    """Whether anything is known of the position, and what."""
    cdef Place *place = bucket_of(table, key)
    cdef uint64_t word
    cdef int n
    for n in range(PLACES_A_BUCKET):
        word = now_in(&place[n].word)
        if now_in(&place[n].lock) ^ word == key and word:
            entry[0] = unpacked(word)
            return True
    return False


cdef inline void keep(
    Table *table, uint64_t key, int depth, int score, int bound, int move
) noexcept nogil:
    """In the place of the same position, or else of the one searched least deep."""
    cdef Place *places = bucket_of(table, key)
    cdef Place *chosen = places
    cdef Entry entry = [<int16_t>score, <uint16_t>move, <uint8_t>depth, <uint8_t>bound]
    cdef uint64_t word
    cdef int least = MOST_DEPTH
    cdef int n
    for n in range(PLACES_A_BUCKET):
        word = now_in(&places[n].word)
        if not word or now_in(&places[n].lock) ^ word == key:
            chosen = places + n
            if move == NO_MOVE and word:
                entry.move = unpacked(word).move
            break
        if unpacked(word).depth < least:
            least = unpacked(word).depth
            chosen = places + n
    word = packed(&entry)
    put(&chosen.word, word)
    put(&chosen.lock, key ^ word)


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
