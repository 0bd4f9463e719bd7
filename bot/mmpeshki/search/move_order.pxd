# The order of moves in the champion's search of MMPeshki.
#
# A move's rank has its place in the list in the last bits. So the best move is the maximum of a
# fixed number of values: that takes no branches, and four are compared at once.

from libc.stdint cimport int32_t, uint16_t

from bot.mmpeshki.board cimport MOST_MOVES, Moves, is_jump


cdef enum:
    MOST_PLIES = 124    # of a game from where the search begins
    A_CELL = 38         # value of a row further up
    PAST_WORTH = 16     # value of a point of the history
    PLACES = 32         # more than there are moves
    NO_RANK = -(1 << 30)
    OF_KILLER = 1 << 22     # above the value of a step
    OF_JUMP = 1 << 23
    OF_KNOWN = 1 << 24


cdef struct Past:
    uint16_t killers[MOST_PLIES][2]     # the steps that last refuted a position, by the ply
    int history[2][512]                 # how well each move did, by the player and the move


cdef inline void rank(
    const Past *past, const Moves *moves, int32_t *ranks, int now, int ply, int known
) noexcept nogil:
    """Rank the moves: that of the table, jumps, killers, then by history and row."""
    cdef const uint16_t *killers = past.killers[ply]
    cdef const int *history = past.history[now & 1]
    cdef int n
    cdef int move
    cdef int value
    for n in range(MOST_MOVES):
        ranks[n] = NO_RANK
    for n in range(moves.count):
        move = moves.moves[n]
        value = min(history[move] * PAST_WORTH + (move >> 3) * A_CELL, <int>OF_KILLER - 1)
        value = OF_KILLER if move == killers[1] else value
        value = OF_KILLER + 1 if move == killers[0] else value
        value = OF_JUMP + move if is_jump(move) else value
        value = OF_KNOWN if move == known else value
        ranks[n] = value * PLACES + n


cdef inline int take_best(const Moves *moves, int32_t *ranks) noexcept nogil:
    """Return the best ranked of the moves that have not been taken."""
    cdef int32_t best = NO_RANK
    cdef int n
    for n in range(MOST_MOVES):
        best = max(best, ranks[n])
    n = best & (PLACES - 1)
    ranks[n] = NO_RANK
    return moves.moves[n]


cdef inline void remember(
    Past *past, const Moves *moves, int count, int now, int ply, int depth
) noexcept nogil:
    """Record that the last of the moves refuted the position, and the steps before it did not."""
    cdef int *history = past.history[now & 1]
    cdef uint16_t *killers = past.killers[ply]
    cdef int move = moves.moves[count - 1]
    cdef int n
    if is_jump(move):
        return
    if killers[0] != move:
        killers[1] = killers[0]
        killers[0] = <uint16_t>move
    for n in range(count - 1):
        history[moves.moves[n]] -= (history[moves.moves[n]] >> 6) + depth
    history[move] += depth * depth - (history[move] >> 6)
