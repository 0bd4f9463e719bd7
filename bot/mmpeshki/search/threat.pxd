# Threats in MMPeshki: moves that do not change a threat lose and need no search.
#
# The other side threatens if it would win after a pass of ours: by an arrival, or by a proven race
# (see race.pxd). Its plan uses some cells, `Plan.cells`: those of the runner, of its way and of its
# captures. Until the end of the plan we move `Plan.replies` times more, which does not help.
#
# A step of ours does no harm to the plan, and so loses, under these conditions:
#
# - From its target, and in these further moves, the piece can reach none of the cells of the plan
#   and of the other side's pieces, hence captures nothing and blocks nothing, and it does not reach
#   the far row.
# - Its origin is not in the plan. The cell becomes free, which may let other pieces of ours move
#   down: a piece that enters it stands where the piece stood, which the plan allows for, and the
#   next may enter the cell that this one left. A jump that lands on such a cell would be new. So if
#   a piece of ours is above the origin, within its reach, then none of the cells of the plan and
#   none of the other side's pieces may be there.
# - We always have a move (`always_moves`). The plan assumes that we may pass, but we may not.
#
# Then the plan works as if the piece were still at the origin, and every later move of the piece,
# and every entry into the cell that it left, were a pass. The plan allows for passes, because the
# cells that a race assumes to be in our reach only grow.
#
# Everything here is from the view of the side that threatens, which moves up: "we" are the foe.

from libc.stdint cimport uint64_t

from bot.common.transposition cimport NO_MOVE
from bot.mmpeshki.board cimport (
    HOME_ROW, Board, Moves, arrivals, is_jump, target_of, target_of_step, way_of,
)
from bot.mmpeshki.search.endings cimport WIN, arrival, wins_the_race
from bot.mmpeshki.cell_sets cimport spread_down, spread_up
from bot.mmpeshki.search.race cimport Hope, Run, always_moves, run_of


cdef enum:
    ROWS_BETWEEN = 6


cdef struct Plan:
    uint64_t cells      # cells that the plan uses
    int replies         # moves of the other side before the end of the plan


cdef inline bint has_plan(
    const Board *board, const Hope *hope, int limit, Plan *plan
) noexcept nogil:
    """Return whether the player to move wins by an arrival or a race before the draw."""
    cdef bint any_loses
    cdef int move
    cdef int score
    cdef uint64_t origin
    cdef Run run
    if board.half_move > limit:
        return False
    if arrivals(board.own, board.foe, board.free):
        move = arrival(board, &any_loses)
        if move != NO_MOVE:
            origin = <uint64_t>1 << (move >> 3)
            plan.cells = origin | origin << way_of(move) | <uint64_t>1 << target_of(move)
            plan.replies = 0
            return True
    run = run_of(board, hope, False, &plan.cells)
    plan.replies = run.moves - 1
    return wins_the_race(&run, False, board.half_move, limit, &score)


cdef inline void harmless(
    const Board *board, const Plan *plan, uint64_t *origins, uint64_t *targets
) noexcept nogil:
    """Set the origins and targets of steps of the foe that do no harm to the plan."""
    cdef uint64_t room = board.own | board.foe | board.free
    cdef uint64_t touchy = plan.cells | board.own
    cdef uint64_t below_ours = spread_down(touchy) & room
    cdef uint64_t below_foes = spread_down(board.foe) & room
    cdef int _n
    for _n in range(ROWS_BETWEEN):
        below_ours |= spread_down(below_ours) & room
        below_foes |= spread_down(below_foes) & room
    origins[0] = ~(plan.cells | (below_ours & below_foes))
    touchy |= HOME_ROW
    for _n in range(plan.replies):
        touchy |= spread_up(touchy) & room
    targets[0] = ~touchy


cdef inline bint always_replies(const Board *board, const Plan *plan) noexcept nogil:
    """Return whether the foe always has a move until the end of the plan."""
    return always_moves(
        board.own | plan.cells, board.foe & ~plan.cells, board.free & ~plan.cells, plan.cells,
        plan.replies + 1,
    )


cdef inline bint drop_harmless(
    Moves *moves, const Board *passed, const Plan *plan, int alpha, int *lost
) noexcept nogil:
    """Remove moves that lose to a plan of the other side, and set their highest score.

    Nothing is removed if that is more than alpha: then the moves must be searched.
    """
    cdef uint64_t origins
    cdef uint64_t targets
    cdef int kept = 0
    cdef int n
    cdef int move
    lost[0] = -(WIN - (passed.half_move + 2 * plan.replies))
    if lost[0] > alpha:
        return False
    harmless(passed, plan, &origins, &targets)
    if not (spread_down(origins & passed.foe) & targets & passed.free):
        return False
    if not always_replies(passed, plan):
        return False
    # Each move is written, and counted only if it stays: a branch could not be predicted.
    for n in range(moves.count):
        move = moves.moves[n]
        moves.moves[kept] = <unsigned short>move
        kept += is_jump(move) | ~(
            origins >> ((move >> 3) ^ 56) & targets >> (target_of_step(move) ^ 56)
        ) & 1
    if kept == moves.count:
        return False
    moves.count = kept
    return True
