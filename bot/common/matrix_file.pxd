# cython: cdivision=True
# Reading and rewriting of matrix.txt on plain C data.
#
# The reader is as liberal as the referee's (line ends, blanks, a byte-order mark), and refuses what
# it does not understand. The opponent's time is copied as text: conversion to a floating-point
# number and back could change it.

from libc.stdint cimport int64_t
from libc.stdio cimport (
    _IOFBF,
    FILE,
    fclose,
    fflush,
    fopen,
    fread,
    fwrite,
    setvbuf,
    snprintf,
)
from libc.stdlib cimport strtod, strtol
from libc.string cimport memcpy, memset, strcmp, strlen, strncmp, strpbrk


cdef extern from "<stdio.h>" nogil:
    int fileno(FILE *file)


cdef extern from "<unistd.h>" nogil:
    int ftruncate(int file, long length)


cdef enum:
    LARGEST_FILE = 65536
    MOST_CELLS = 4096
    LONGEST_FIELD = 160
    MOST_POINTS = 1000000000


cdef struct Matrix:
    char player              # A or B
    int half_move
    char winner              # A, B, D or U
    int64_t time_left_us[2]  # microseconds that A and B have left
    char time_left_texts[2][LONGEST_FIELD]    # the times left as the file writes them
    int points[2]            # of A and of B; 0 in games that keep none
    int width
    int height
    char cells[MOST_CELLS]   # row by row, the top row first
    char game[LONGEST_FIELD]    # empty: MMPeshki
    char rules[LONGEST_FIELD]   # empty: not named
    char last[LONGEST_FIELD]    # the last turn; empty: not named
    const char *fault        # the reason why the file cannot be read


cdef inline bint is_blank(char character) noexcept nogil:
    return character == c" " or character == c"\t" or character == c"\r"


cdef inline char *next_line(char **cursor) noexcept nogil:
    """Return the next line that is not blank, without blanks around it; NULL after the last."""
    cdef char *start
    cdef char *end
    while cursor[0][0]:
        start = cursor[0]
        end = start
        while end[0] and end[0] != c"\n":
            end += 1
        cursor[0] = end + 1 if end[0] else end
        while start < end and is_blank(start[0]):
            start += 1
        while end > start and is_blank(end[-1]):
            end -= 1
        end[0] = 0
        if start < end:
            return start
    return NULL


cdef inline char *next_word(char **line) noexcept nogil:
    """Cut the first word off a line; return NULL if there is none."""
    cdef char *start = line[0]
    cdef char *end
    while is_blank(start[0]):
        start += 1
    end = start
    while end[0] and not is_blank(end[0]):
        end += 1
    line[0] = end + 1 if end[0] else end
    end[0] = 0
    return start if start < end else NULL


cdef inline bint copy_field(char *field, const char *text) noexcept nogil:
    """Copy a text with single blanks; return False if it is too long for the field."""
    cdef int length = 0
    while text[0] and length + 1 < LONGEST_FIELD:
        if not is_blank(text[0]) or not is_blank(text[1]):
            field[length] = c" " if is_blank(text[0]) else text[0]
            length += 1
        text += 1
    field[length] = 0
    return text[0] == 0


cdef inline void format_time(Matrix *matrix, int player, int64_t left) noexcept nogil:
    """Write the player's time left as text, without needless zeros."""
    cdef char *text = matrix.time_left_texts[player]
    cdef size_t length
    snprintf(text, LONGEST_FIELD, b"%ld.%06ld", <long>(left // 1000000), <long>(left % 1000000))
    length = strlen(text)
    while text[length - 1] == c"0":
        length -= 1
    if text[length - 1] == c".":
        length -= 1
    text[length] = 0


cdef inline bint read_first_line(Matrix *matrix, char *line) noexcept nogil:
    cdef char *player = next_word(&line)
    cdef char *number = next_word(&line)
    cdef char *winner = next_word(&line)
    cdef char *end = NULL
    cdef long half_move
    if winner == NULL or next_word(&line) != NULL:
        return False
    if strlen(player) != 1 or strlen(winner) != 1:
        return False
    half_move = strtol(number, &end, 10)
    if end[0] or half_move < 1 or half_move > 1000000000:
        return False
    matrix.player = player[0]
    matrix.half_move = <int>half_move
    matrix.winner = winner[0]
    if player[0] != (c"A" if half_move % 2 else c"B"):
        return False
    return winner[0] == c"A" or winner[0] == c"B" or winner[0] == c"D" or winner[0] == c"U"


cdef inline bint read_clock_line(Matrix *matrix, int player, char *line) noexcept nogil:
    cdef char *points = next_word(&line)
    cdef char *time = next_word(&line)
    cdef char *end = NULL
    cdef long number
    cdef double seconds
    if time == NULL or next_word(&line) != NULL:
        return False
    number = strtol(points, &end, 10)
    if end[0] or not 0 <= number <= MOST_POINTS:
        return False
    matrix.points[player] = <int>number
    seconds = strtod(time, &end)
    if end[0] or not 0.0 <= seconds < 1e9:
        return False
    if not copy_field(matrix.time_left_texts[player], time):
        # A time with too many digits is rounded to a microsecond.
        format_time(matrix, player, <int64_t>(seconds * 1e6 + 0.5))
    # The time is rounded down: a time that is written back must not have risen.
    matrix.time_left_us[player] = <int64_t>(seconds * 1e6 + 1e-3)
    return True


cdef inline bint has_points(const Matrix *matrix) noexcept nogil:
    """Return whether a player has points, a fault in a game without points."""
    return matrix.points[0] != 0 or matrix.points[1] != 0


cdef inline bint read_footer_line(Matrix *matrix, char *line) noexcept nogil:
    """Read a line of the footer.

    Return False for an unknown or repeated key, and for a missing or too long value.
    """
    cdef char *field = NULL
    cdef char *key = next_word(&line)
    if strcmp(key, b"game") == 0:
        field = matrix.game
    elif strcmp(key, b"rules") == 0:
        field = matrix.rules
    elif strcmp(key, b"last") == 0:
        field = matrix.last
    while is_blank(line[0]):
        line += 1
    return field != NULL and field[0] == 0 and line[0] and copy_field(field, line)


cdef inline bint read_board(Matrix *matrix, char *line, char **cursor) noexcept nogil:
    """Read the rows from this line on, and the footer after them."""
    matrix.width = <int>strlen(line)
    while line != NULL:
        if strpbrk(line, b" \t\r") != NULL:
            break
        if <int>strlen(line) != matrix.width or matrix.width * (matrix.height + 1) > MOST_CELLS:
            return False
        memcpy(matrix.cells + matrix.width * matrix.height, line, matrix.width)
        matrix.height += 1
        line = next_line(cursor)
    while line != NULL:
        if not read_footer_line(matrix, line):
            return False
        line = next_line(cursor)
    return True


cdef inline bint parse_matrix(Matrix *matrix, char *text) noexcept nogil:
    """Read a text that ends with NUL, changing it; return False with a fault if it is malformed."""
    cdef char *cursor = text
    cdef char *line
    cdef int player
    memset(matrix, 0, sizeof(Matrix))
    if strncmp(cursor, b"\xef\xbb\xbf", 3) == 0:
        cursor += 3
    line = next_line(&cursor)
    matrix.fault = b"the first line is not like: A 21 U"
    if line == NULL or not read_first_line(matrix, line):
        return False
    matrix.fault = b"points and time are not like: 0 2.01"
    for player in range(2):
        line = next_line(&cursor)
        if line == NULL or not read_clock_line(matrix, player, line):
            return False
    matrix.fault = b"the board is not a rectangle, or what follows it is not known"
    line = next_line(&cursor)
    if line == NULL or not read_board(matrix, line, &cursor) or matrix.height == 0:
        return False
    matrix.fault = NULL
    return True


cdef inline bint read_matrix(Matrix *matrix, const char *path) noexcept nogil:
    """Read the file; return False with a fault if it cannot be read or is malformed."""
    cdef char text[LARGEST_FILE + 2]
    cdef size_t length
    cdef FILE *file = fopen(path, b"rb")
    memset(matrix, 0, sizeof(Matrix))
    matrix.fault = b"the file cannot be opened"
    if file == NULL:
        return False
    length = fread(text, 1, LARGEST_FILE + 1, file)
    fclose(file)
    matrix.fault = b"the file is too large, or has NUL bytes"
    text[length] = 0
    if length > LARGEST_FILE or strlen(text) != length:
        return False
    return parse_matrix(matrix, text)


cdef inline void end_turn(Matrix *matrix, int64_t used) noexcept nogil:
    """Give the turn to the other player, and subtract the time used from the mover's."""
    cdef int own = 0 if matrix.player == c"A" else 1
    cdef int64_t left = matrix.time_left_us[own] - used
    matrix.time_left_us[own] = left if left > 0 else 0
    format_time(matrix, own, matrix.time_left_us[own])
    matrix.player = c"B" if matrix.player == c"A" else c"A"
    matrix.half_move += 1


cdef inline size_t format_matrix(const Matrix *matrix, char *text, size_t room) noexcept nogil:
    """Write the file's canonical text into a buffer, and return its length."""
    cdef size_t at = snprintf(
        text, room, b"%c %d %c\n%d %s\n%d %s\n",
        matrix.player, matrix.half_move, matrix.winner,
        matrix.points[0], matrix.time_left_texts[0], matrix.points[1], matrix.time_left_texts[1],
    )
    cdef int row
    for row in range(matrix.height):
        memcpy(text + at, matrix.cells + row * matrix.width, matrix.width)
        at += matrix.width
        text[at] = c"\n"
        at += 1
    text[at] = 0
    if matrix.game[0]:
        at += snprintf(text + at, room - at, b"game %s\n", matrix.game)
    if matrix.rules[0]:
        at += snprintf(text + at, room - at, b"rules %s\n", matrix.rules)
    if matrix.last[0]:
        at += snprintf(text + at, room - at, b"last %s\n", matrix.last)
    return at


cdef inline bint write_matrix(const Matrix *matrix, const char *path) noexcept nogil:
    """Rewrite the file as nearly at once as possible where no second file is allowed.

    The file is overwritten and then cut to its length: emptied first, it would be empty for a
    while, and some file systems delay a program that empties a file and writes it again.
    """
    cdef char text[LARGEST_FILE]
    cdef size_t length = format_matrix(matrix, text, LARGEST_FILE)
    cdef FILE *file = fopen(path, b"r+b")
    cdef bint written
    if file == NULL:
        return False
    setvbuf(file, NULL, _IOFBF, LARGEST_FILE)
    written = fwrite(text, 1, length, file) == length and fflush(file) == 0
    written = written and ftruncate(fileno(file), <long>length) == 0
    return fclose(file) == 0 and written
