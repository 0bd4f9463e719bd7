# What the table tells a search of MMPeshki first: of a position, and of what it leads to.
#
# The moves of a position are asked about together, and the memory takes longer to answer from many
# pages than from a few. Whatever they lead to, but for captures, the player to move there has the
# same pieces. So positions with the same ones are a family and live close together, though not too
# close, since some families are large.

from libc.stdint cimport uint64_t

from bot.common.transposition cimport INFINITE, Entry, Key, Table, fetch, find, settles
from bot.mmpeshki.board cimport Board, Moves, after, mirrored


cdef enum:
    BUCKETS_TOGETHER = 1 << 8   # of a family, in a few pages, of which it has
    BUCKETS_A_FAMILY = 1 << 11  # some here and there


cdef inline Key key_of(uint64_t own, uint64_t foe, int now) noexcept nogil:
    """Random-looking numbers for the board and the half-move, which tells the player, too.

    High bits of a product hang on all bits of a factor, low ones on few: so one is turned round.
    """
    cdef Key key
    cdef uint64_t family = own * 0x9E3779B97F4A7C15ULL + now * 0xD6E8FEB86659FD93ULL
    key.lock = family ^ mirrored(foe * 0xBF58476D1CE4E5B9ULL)
    key.bucket = (family >> 40) * BUCKETS_TOGETHER ^ (key.lock & (BUCKETS_A_FAMILY - 1))
    return key


cdef inline void foresee(
    const Table *table, const Board *board, const Moves *moves, int depth, Key *keys
) noexcept nogil:
    """The keys of what the moves lead to, where the table will be asked about them."""
    cdef Board then
    cdef int n
    for n in range(moves.count):
        then = after(board, moves.moves[n])
        keys[n] = key_of(then.own, then.foe, then.half_move)
        fetch(table, keys[n], depth - 1)


cdef inline bint refuted_by_known(
    const Table *table, const Key *keys, int count, int depth, int beta, int *score
) noexcept nogil:
    """Whether the table knows of a move that is good enough, before any is searched."""
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
    """Whether the table knows what is asked; the move that it knows to be good there, anyway."""
    cdef Entry entry
    if not find(table, key, depth, &entry):
        return False
    known[0] = entry.move
    score[0] = entry.score
    return settles(&entry, depth, alpha, beta)
