# Look-ups of a position and of its children in the table, for MMPeshki.
#
# The children of a position are looked up together, and access to many pages of memory is slower
# than to a few. Except after captures, the player to move has the same pieces in all children. So
# positions with the same own pieces are a family and have near places in the table, though not too
# near, since some families are large.

from libc.stdint cimport uint64_t

from bot.common.transposition cimport INFINITE, Entry, Key, Table, fetch, find, settles
from bot.mmpeshki.board cimport Board, Moves, after, mirrored


cdef enum:
    BUCKETS_TOGETHER = 1 << 8   # unit of the distance of families
    BUCKETS_A_FAMILY = 1 << 11  # range of the buckets of a family


cdef inline Key key_of(uint64_t own, uint64_t foe, int now) noexcept nogil:
    """Return the hash of the board and the half-move, which determines the player, too.

    High bits of a product depend on all bits of a factor, low ones on few: so one product is
    reversed.
    """
    cdef Key key
    cdef uint64_t family = own * 0x9E3779B97F4A7C15ULL + now * 0xD6E8FEB86659FD93ULL
    key.lock = family ^ mirrored(foe * 0xBF58476D1CE4E5B9ULL)
    key.bucket = (family >> 40) * BUCKETS_TOGETHER ^ (key.lock & (BUCKETS_A_FAMILY - 1))
    return key


cdef inline void foresee(
    const Table *table, const Board *board, const Moves *moves, int depth, Key *keys
) noexcept nogil:
    """Compute the keys of the children, and prefetch their buckets."""
    cdef Board child
    cdef int n
    for n in range(moves.count):
        child = after(board, moves.moves[n])
        keys[n] = key_of(child.own, child.foe, child.half_move)
        fetch(table, keys[n], depth - 1)


cdef inline bint refuted_by_known(
    const Table *table, const Key *keys, int count, int depth, int beta, int *score
) noexcept nogil:
    """Return whether an entry of a child proves a score of beta, before any search."""
    cdef Entry entry
    cdef int n
    for n in range(count):
        if (
            find(table, keys[n], depth - 1, &entry)
            and settles(&entry, depth - 1, -beta, INFINITE) and -entry.score >= beta
        ):
            score[0] = -entry.score
            return True
    return False


cdef inline bint settled_by_known(
    const Table *table, Key key, int depth, int alpha, int beta, int *known, int *score
) noexcept nogil:
    """Return whether the table answers the search, and set the best move of its entry."""
    cdef Entry entry
    if not find(table, key, depth, &entry):
        return False
    known[0] = entry.move
    score[0] = entry.score
    return settles(&entry, depth, alpha, beta)
