# In which order the champion of MMPeshki tries moves: what refuted much before, early.

from libc.stdint cimport uint16_t

from bot.mmpeshki_board cimport Moves, is_jump


cdef enum:
    MOST_PLIES = 124    # of a game from where the search begins
    A_CELL = 150        # what it is worth to be a cell further up,
    PAST_WORTH = 64     # and a point of the past


cdef struct Past:
    uint16_t killers[MOST_PLIES][2]     # the steps that last refuted a position, by the ply
    int history[2][512]                 # how well each move did, by the player and the move


cdef inline void rank(
    const Past *past, const Moves *moves, int *ranks, int now, int ply, int known
) noexcept nogil:
    """The move known from the table, jumps, what refuted brothers, then by past and by row."""
    cdef const uint16_t *killers = past.killers[ply]
    cdef int n
    cdef int move
    for n in range(moves.count):
        move = moves.moves[n]
        if move == known:
            ranks[n] = 1 << 30
        elif is_jump(move):
            ranks[n] = (1 << 28) + move
        elif move == killers[0]:
            ranks[n] = (1 << 27) + 1
        elif move == killers[1]:
            ranks[n] = 1 << 27
        else:
            ranks[n] = past.history[now & 1][move] * PAST_WORTH + (move >> 3) * A_CELL


cdef inline int take_best(Moves *moves, int *ranks, int start) noexcept nogil:
    """Brings the best ranked of the moves from `start` on to that place."""
    cdef int best = start
    cdef int n
    cdef int rank_there = ranks[start]
    cdef int move = moves.moves[start]
    for n in range(start + 1, moves.count):
        if ranks[n] > ranks[best]:
            best = n
    moves.moves[start], moves.moves[best] = moves.moves[best], <unsigned short>move
    ranks[start], ranks[best] = ranks[best], rank_there
    return moves.moves[start]


cdef inline void remember(
    Past *past, const Moves *moves, int count, int now, int ply, int depth
) noexcept nogil:
    """That the last of these moves refuted the position, and the steps before it did not."""
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
