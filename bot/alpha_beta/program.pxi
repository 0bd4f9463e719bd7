# A turn of the program: from its command line to the written file.
#
# Expected before: styles.pxi and what that expects; LAST_HALF_MOVE; and of the game `read_board_of`
# and `play`, which makes a move on the board and in the matrix, except player to move and times.

from bot.common.options cimport Options
from bot.common.program cimport CANNOT_PLAY, DONE, PLAY, begin, finish, refuse


cdef public int bot_main(int count, char **words, const char *style) noexcept nogil:
    """Make one move in matrix.txt, in a style that options can change; return the exit status."""
    cdef Options options
    cdef Matrix matrix
    cdef Chance chance
    cdef Board board
    cdef Effort effort
    cdef const char *fault
    cdef int status = begin(&options, &matrix, &chance, count, words, style, LAST_HALF_MOVE)
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
    play(&matrix, &board, choose_move(&board, options.style, &chance, &effort), options.limit)
    return finish(&matrix, options.limit)
