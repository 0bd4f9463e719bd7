# What the table tells a search of MMPeshki first: of a position, and of what it leads to.

from bot.mmpeshki.board cimport Board, Moves, after
from bot.mmpeshki.search.transposition cimport (
    INFINITE, Entry, Key, Table, fetch, find, key_of, settles,
)


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
