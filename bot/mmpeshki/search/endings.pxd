# Scores of ends of the game of MMPeshki that need no search.
#
# A score says when the game ends: WIN minus the number of the last half-move, or the negative of
# that for a loss, the same everywhere in the tree.

from bot.common.transposition cimport NO_MOVE
from bot.mmpeshki.board cimport (
    JUMP_FROM_FAR, STEP_FROM_FAR, Board, Moves, add_jumps, add_steps, after, can_move,
)
from bot.mmpeshki.search.race cimport Run


cdef enum:
    WIN = 30000


cdef inline int arrival(const Board *board, bint *any_loses) noexcept nogil:
    """Return a move to the far row that wins, or NO_MOVE.

    A move that leaves the other player no move loses by rule 9: set ``any_loses`` if there is one.
    """
    cdef Moves moves
    cdef Board child
    cdef int n
    any_loses[0] = False
    moves.count = 0
    add_jumps(&moves, board.own & JUMP_FROM_FAR, board.foe, board.free)
    add_steps(&moves, board.own & STEP_FROM_FAR, board.free)
    for n in range(moves.count):
        child = after(board, moves.moves[n])
        if can_move(child.own, child.foe, child.free):
            return moves.moves[n]
        any_loses[0] = True
    return NO_MOVE


cdef inline bint wins_the_race(
    const Run *run, bint waits, int now, int limit, int *score
) noexcept nogil:
    """Return whether a run is proven and ends in time, and set the score of the running side.

    The running side ``waits`` if the other side is to move.
    """
    cdef int end = now + 2 * run.moves - (1 if waits else 2)
    if not run.proven or end > limit:
        return False
    score[0] = WIN - end
    return True
