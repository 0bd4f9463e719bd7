# A turn of the program that plays MMPeshki: from the words it is called with to the file it writes.

from libc.stdint cimport int64_t
from libc.stdio cimport fprintf, stderr

from bot.common.chance cimport Chance
from bot.common.clock cimport allowance
from bot.common.matrix_file cimport Matrix
from bot.mmpeshki.board cimport (
    LAST_HALF_MOVE, Board, after, outcome_of, read_board_of, write_board_to,
)
from bot.mmpeshki.styles cimport Effort, choose_move, is_style, moves_to_plan_for
from bot.common.options cimport Options
from bot.common.program cimport CANNOT_PLAY, DONE, PLAY, begin, finish, refuse


cdef inline int64_t time_to_spend(const Matrix *matrix, double think) noexcept nogil:
    cdef int own = 0 if matrix.player == c"A" else 1
    return allowance(matrix.left[own], moves_to_plan_for(matrix.half_move), think)


cdef inline int make_a_move(int count, char **words, const char *style) noexcept nogil:
    """Makes one in matrix.txt, in that style unless told another; the exit status."""
    cdef Options options
    cdef Matrix matrix
    cdef Chance chance
    cdef Board board
    cdef Effort effort
    cdef const char *fault
    cdef int status = begin(
        &options, &matrix, &chance, count, words, style, LAST_HALF_MOVE
    )
    if status != PLAY:
        return status
    if not is_style(options.style):
        fprintf(stderr, b"%s: no such style; there are random greedy champion\n", options.style)
        return CANNOT_PLAY
    fault = read_board_of(&board, &matrix)
    if fault != NULL:
        return refuse(fault)
    if outcome_of(&board) != c"U":
        fprintf(stderr, b"matrix.txt: the game is over, though the file does not say so\n")
        return DONE
    effort.nodes = options.nodes
    effort.microseconds = time_to_spend(&matrix, options.think)
    effort.limit = options.limit
    effort.explain = options.explain
    board = after(&board, choose_move(&board, options.style, &chance, &effort))
    write_board_to(&matrix, &board)
    return finish(&matrix, options.limit)
