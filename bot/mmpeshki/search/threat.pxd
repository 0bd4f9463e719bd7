# What a threat leaves to do in MMPeshki: the moves that change nothing about it need no search.
#
# The other side threatens if it would win now were we to pass: by an arrival, or by a race that is
# proven (see race.pxd). Its plan uses some cells, `Plan.cells`: of the runner, its way,
# and what it takes. By then we move `Plan.replies` times more, and nothing that we do then helps.
#
# A step of ours does no harm to the plan, and so loses, if all of this holds:
#
# - From its target, and in so many moves more, the piece can come to none of the cells of the plan
#   nor of the other side's pieces, hence captures nothing and is in nobody's way, and does not
#   reach the far row.
# - Its origin is none of the cells of the plan. It gets free, which may let others of ours come
#   down behind: who enters it stands where the piece stood, which the plan is proof against, and
#   what that one has left, the next may enter. A jump that lands on such a cell would be something
#   new. So if a piece of ours is above the origin, within its reach, then none of the cells of the
#   plan and none of the other side's pieces may be there.
# - We always have a move (`always_moves`). In the plan we may pass, and in truth we may not.
#
# Then whatever we do afterwards, the plan sees a piece still at the origin, and takes every move of
# the piece, and every entry into the cell that it left, for a pass. It is proof against passes,
# because the cells that a race holds us able to reach only grow.
#
# Everything here is seen by the side that threatens, which moves up: "we" are the foe.

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
    uint64_t cells      # that it uses
    int replies         # how often the other side moves before it is carried out


cdef inline bint has_plan(
    const Board *board, const Hope *hope, int limit, Plan *plan
) noexcept nogil:
    """Whether the player to move wins by an arrival or a race, before the draw."""
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
    """From which cells, and to which, a step of the foe does no harm to the plan."""
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
    """Whether the foe has a move after whatever moves it makes until the plan is carried out."""
    return always_moves(
        board.own | plan.cells, board.foe & ~plan.cells, board.free & ~plan.cells, plan.cells,
        plan.replies + 1,
    )


cdef inline bint drop_harmless(
    Moves *moves, const Board *passed, const Plan *plan, int alpha, int *lost
) noexcept nogil:
    """Leaves out moves that lose to a plan of the other side, and what they score at the most.

    Not if that is more than alpha: then the moves are still to be searched.
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
    # Each is written, and counted only if it stays: which do cannot be guessed by the processor.
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
