# The beginning and the end of every program: options, the file, the clock, and refusals.

from libc.stdio cimport fprintf, stderr
from libc.time cimport time

from bot.common.chance cimport Chance, next_random
from bot.common.clock cimport used_microseconds
from bot.common.matrix_file cimport Matrix, end_turn, read_matrix, write_matrix
from bot.common.options cimport Options, parse_options


cdef enum:
    PLAY = -1          # there is a move to make
    DONE = 0           # this and the following are exit statuses
    CANNOT_WRITE = 1
    CANNOT_PLAY = 2


cdef inline int begin(
    Options *options, Matrix *matrix, Chance *chance, int count, char **words, const char *style,
    int own_limit
) noexcept nogil:
    """Read options and matrix.txt; return PLAY, or an exit status after printing the reason.

    ``own_limit`` is the most half-moves of any game, or 0; an option can only lower it.
    """
    if not parse_options(options, count, words, style):
        return CANNOT_PLAY
    if own_limit and options.limit > own_limit:
        fprintf(
            stderr, b"--limit %d: no game is longer than %d half-moves\n", options.limit, own_limit
        )
        return CANNOT_PLAY
    if options.limit == 0:
        options.limit = own_limit
    if not read_matrix(matrix, b"matrix.txt"):
        return refuse(matrix.fault)
    if matrix.winner != c"U" or is_beyond(matrix, options.limit):
        fprintf(stderr, b"matrix.txt: the game is over\n")
        return DONE
    # The half-move is added, or a seeded program would draw the same numbers in every turn.
    chance.state = options.seed if options.has_seed else <unsigned long long>time(NULL)
    chance.state = next_random(chance) + <unsigned long long>matrix.half_move
    return PLAY


cdef inline int refuse(const char *why) noexcept nogil:
    fprintf(stderr, b"matrix.txt: %s\n", why)
    return CANNOT_PLAY


cdef inline bint is_beyond(const Matrix *matrix, int limit) noexcept nogil:
    """Return whether the last half-move before the limit has been played."""
    return limit > 0 and matrix.half_move > limit


cdef inline int finish(Matrix *matrix, int limit) noexcept nogil:
    """Write the file for the other player and return the exit status.

    The matrix already has the board, the last turn, and the winner except a draw by the limit.
    """
    end_turn(matrix, used_microseconds())
    if matrix.winner == c"U" and is_beyond(matrix, limit):
        matrix.winner = c"D"
    if write_matrix(matrix, b"matrix.txt"):
        return DONE
    fprintf(stderr, b"matrix.txt: it cannot be written\n")
    return CANNOT_WRITE
