# The command-line options of a program. A referee gives none.

from libc.stdint cimport int64_t, uint64_t
from libc.stdio cimport fprintf, stderr
from libc.stdlib cimport strtod, strtoll, strtoull
from libc.string cimport strcmp


cdef enum:
    MOST_HALF_MOVES = 1000000000    # more than a file can have


cdef struct Options:
    const char *style   # the style; by default that of the program
    uint64_t seed       # the seed of random numbers
    bint has_seed       # False: the seed is taken from the clock
    int64_t nodes       # a fixed amount of work; 0 leaves it to the clock
    double think        # seconds for this move; 0 leaves it to the time that is left
    int limit           # the half-move after which the game is drawn; 0: none
    bint explain        # write the result of the search to standard error


cdef inline bint parse_options(
    Options *options, int count, char **words, const char *style
) noexcept nogil:
    """Read the command line; print the fault and return False if there is one."""
    cdef int n = 1
    cdef char *end = NULL
    options.style = style
    options.seed = 0
    options.has_seed = False
    options.nodes = 0
    options.think = 0.0
    options.limit = 0
    options.explain = False
    while n < count:
        if strcmp(words[n], "--explain") == 0:
            options.explain = True
            n += 1
            continue
        if n + 1 == count:
            fprintf(stderr, "%s: a value must follow\n", words[n])
            return False
        if strcmp(words[n], "--style") == 0:
            options.style = words[n + 1]
            end = b""
        elif strcmp(words[n], "--seed") == 0:
            options.seed = strtoull(words[n + 1], &end, 10)
            options.has_seed = True
        elif strcmp(words[n], "--nodes") == 0:
            options.nodes = strtoll(words[n + 1], &end, 10)
        elif strcmp(words[n], "--limit") == 0:
            options.limit = <int>min(strtoll(words[n + 1], &end, 10), <long long>MOST_HALF_MOVES)
        elif strcmp(words[n], "--think") == 0:
            options.think = strtod(words[n + 1], &end)
        else:
            fprintf(
                stderr, "%s: not one of --style --seed --nodes --think --limit --explain\n",
                words[n],
            )
            return False
        if (
            words[n + 1][0] == 0 or end[0] != 0
            or options.nodes < 0 or options.limit < 0 or not options.think >= 0.0
        ):
            fprintf(stderr, "%s %s: not a value for this\n", words[n], words[n + 1])
            return False
        n += 2
    return True
