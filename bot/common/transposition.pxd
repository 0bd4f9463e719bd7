# The transposition table of alpha-beta: results of searches by the keys of positions.
#
# A bucket of four places is one line of the cache. Scores are absolute: a position belongs to its
# half-move. Scores beyond PROVEN are proofs, valid at any depth.
#
# There are two shelves. Most positions are searched to a small depth, are met again soon or never,
# and their search takes less time than an access to memory. So the near shelf is small enough to
# stay in the second-level cache of a core, has all recent results, and is read at small depths. The
# far shelf is large, and has the results of deeper searches.
#
# Several threads may write without a lock: a place has its key mixed with the entry, so an entry
# half written by each of two threads belongs to no position (Hyatt and Mann, 2002). Threads share
# the far shelf, and each has a near shelf of its own.

from libc.stdint cimport int16_t, int64_t, uint8_t, uint16_t, uint64_t
from libc.stdlib cimport free as release

from bot.common.memory cimport lines_of_memory, want_soon


cdef extern from *:
    """
    /* Returns the word of the place of four whose lock is the key mixed with the word, or 0. All
       places are compared at once, since a branch could not be predicted. */
    #if defined(__clang__)
        #define mm_each(x, y, at) __builtin_shufflevector(x, y, at, at + 2)
    #else  /* gcc has __builtin_shufflevector only from version 12 on */
        #define mm_each(x, y, at) __builtin_shuffle(x, y, (pair){at, at + 2})
    #endif
    static inline uint64_t mm_word_with_lock(const void *bucket, uint64_t key) {
        typedef uint64_t pair __attribute__((vector_size(16), may_alias));
        const pair *place = (const pair *)bucket, keys = {key, key};
        pair locks = mm_each(place[0], place[1], 0), words = mm_each(place[0], place[1], 1);
        pair locks_2 = mm_each(place[2], place[3], 0), words_2 = mm_each(place[2], place[3], 1);
        pair found = (words & (pair)((locks ^ words) == keys))
                   | (words_2 & (pair)((locks_2 ^ words_2) == keys));
        return found[0] | found[1];
    }
    #define now_in(place) __atomic_load_n(place, __ATOMIC_RELAXED)
    #define put(place, word) __atomic_store_n(place, word, __ATOMIC_RELAXED)
    """
    uint64_t word_with_lock "mm_word_with_lock"(const void *bucket, uint64_t key) nogil
    uint64_t now_in(const uint64_t *place) nogil
    void put(uint64_t *place, uint64_t word) nogil


cdef enum:
    PLACES_A_BUCKET = 4
    BUCKETS_A_MEGABYTE = 1 << 14
    USUAL_MEGABYTES = 512       # the system provides only the pages that are touched
    LEAST_BUCKETS = 1 << 8
    BUCKETS_NEAR = 1 << 13      # half a megabyte
    NODES_A_PLACE = 20          # nodes for one with the depth of the far shelf
    FAR_DEPTH = 2               # least depth of the far shelf
    CHOICES = 1 << 11           # divisor of a lock that chooses the place to be overwritten
    PROVEN = 29000
    INFINITE = 31000            # beyond any score
    MOST_DEPTH = 256
    NO_MOVE = 0xffff

    AT_LEAST = 1                # kinds of bounds of a score
    AT_MOST = 2
    EXACT = 3


cdef struct Entry:
    int16_t score
    uint16_t move
    int16_t depth
    uint8_t bound               # kind of the score; 0: the place is empty


cdef struct Key:
    uint64_t lock               # identifies the position
    uint64_t bucket             # its bucket, modulo the number of buckets


cdef struct Place:
    uint64_t lock               # the key of the position, mixed with the word
    uint64_t word               # an entry


cdef struct Shelf:
    Place *places
    void *memory                # of the places, before they were aligned
    uint64_t mask               # the number of buckets, a power of two, less one


cdef struct Table:
    Shelf near
    Shelf far


cdef inline bint make_shelf(Shelf *shelf, uint64_t buckets) noexcept nogil:
    cdef uint64_t size = buckets * PLACES_A_BUCKET * sizeof(Place)
    shelf.mask = buckets - 1
    shelf.places = <Place *>lines_of_memory(size, &shelf.memory)
    return shelf.memory != NULL


cdef inline uint64_t buckets_for(int64_t positions, uint64_t most) noexcept nogil:
    cdef uint64_t buckets = LEAST_BUCKETS
    while buckets * 2 <= most and <int64_t>(buckets * PLACES_A_BUCKET) < positions:
        buckets *= 2
    return buckets


cdef inline void drop_table(Table *table) noexcept nogil:
    release(table.near.memory)
    release(table.far.memory)
    table.near.memory = table.far.memory = NULL


cdef inline bint make_table(Table *table, int64_t nodes, int64_t megabytes) noexcept nogil:
    """Allocate a table for a number of nodes; a small search gets a small table, to save time."""
    cdef uint64_t buckets = buckets_for(nodes // NODES_A_PLACE, megabytes * BUCKETS_A_MEGABYTE)
    if not make_shelf(&table.near, buckets_for(nodes, BUCKETS_NEAR)):
        return False
    while buckets and not make_shelf(&table.far, buckets):
        buckets >>= 1
    if table.far.memory == NULL:
        drop_table(table)
    return table.far.memory != NULL


cdef inline Place *bucket_of(const Shelf *shelf, Key key) noexcept nogil:
    return shelf.places + (key.bucket & shelf.mask) * PLACES_A_BUCKET


cdef inline const Shelf *shelf_for(const Table *table, int depth) noexcept nogil:
    """Return the shelf with the results of a depth."""
    return &table.far if depth >= FAR_DEPTH else &table.near


cdef inline void fetch(const Table *table, Key key, int depth) noexcept nogil:
    """Prefetch the bucket that `find` will read: it takes as long as a hundred instructions."""
    want_soon(bucket_of(shelf_for(table, depth), key))


cdef inline Entry unpacked(uint64_t word) noexcept nogil:
    cdef Entry entry
    entry.score = <int16_t>(word & 0xffff)
    entry.move = <uint16_t>(word >> 16 & 0xffff)
    entry.depth = <int16_t>(word >> 32 & 0xffff)
    entry.bound = <uint8_t>(word >> 48)
    return entry


cdef inline uint64_t packed(const Entry *entry) noexcept nogil:
    return (
        <uint16_t>entry.score | <uint64_t>entry.move << 16
        | <uint64_t><uint16_t>entry.depth << 32 | <uint64_t>entry.bound << 48
    )


cdef inline uint64_t known_in(const Shelf *shelf, Key key) noexcept nogil:
    """Return the entry of the position, or 0."""
    return word_with_lock(bucket_of(shelf, key), key.lock)


cdef inline bint find(const Table *table, Key key, int depth, Entry *entry) noexcept nogil:
    """Read the entry of a position from the shelf of a depth; return whether there is one."""
    cdef uint64_t word = known_in(shelf_for(table, depth), key)
    if not word:
        return False
    entry[0] = unpacked(word)
    return True


cdef inline void keep_near(const Shelf *near, Key key, Entry entry) noexcept nogil:
    """Store an entry in the place of the same position, or else in one chosen by the key."""
    cdef Place *places = bucket_of(near, key)
    cdef Place *chosen = places + key.lock // CHOICES % PLACES_A_BUCKET
    cdef int n
    for n in range(PLACES_A_BUCKET):
        if not places[n].word or places[n].lock ^ places[n].word == key.lock:
            chosen = places + n
            if entry.move == NO_MOVE and chosen.word:
                entry.move = unpacked(chosen.word).move
            break
    chosen.word = packed(&entry)
    chosen.lock = key.lock ^ chosen.word


cdef inline void keep_far(const Shelf *far, Key key, Entry entry) noexcept nogil:
    """Store an entry in the place of the same position, or else of the least deep entry."""
    cdef Place *places = bucket_of(far, key)
    cdef Place *chosen = places
    cdef uint64_t word
    cdef int least = MOST_DEPTH
    cdef int n
    for n in range(PLACES_A_BUCKET):
        word = now_in(&places[n].word)
        if not word or now_in(&places[n].lock) ^ word == key.lock:
            chosen = places + n
            if entry.move == NO_MOVE and word:
                entry.move = unpacked(word).move
            break
        if unpacked(word).depth < least:
            least = unpacked(word).depth
            chosen = places + n
    word = packed(&entry)
    put(&chosen.word, word)
    put(&chosen.lock, key.lock ^ word)


cdef inline void keep(
    Table *table, Key key, int depth, int score, int bound, int move
) noexcept nogil:
    cdef Entry entry = [<int16_t>score, <uint16_t>move, <int16_t>depth, <uint8_t>bound]
    keep_near(&table.near, key, entry)
    if depth >= FAR_DEPTH:
        keep_far(&table.far, key, entry)


cdef inline bint settles(
    const Entry *entry, int depth, int alpha, int beta
) noexcept nogil:
    """Return whether an entry answers a search with this window; a proof does at any depth."""
    cdef int score = entry.score
    if entry.depth < depth and -PROVEN < score < PROVEN:
        return False
    if entry.bound & AT_LEAST and score >= beta and (entry.depth >= depth or score >= PROVEN):
        return True
    if entry.bound & AT_MOST and score <= alpha and (entry.depth >= depth or score <= -PROVEN):
        return True
    return entry.bound == EXACT and (entry.depth >= depth)
