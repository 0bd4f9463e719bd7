# The bar of chocolate as the heights of its columns, which never rise to the right.

from libc.string cimport memset, strcmp

from bot.common.matrix_file cimport Matrix, has_points


cdef enum:
    MOST_COLUMNS = 64
    MOST_ROWS = 64
    HEAPS = 4           # heaps that the rule of thumb of nim counts


cdef struct Bar:
    int width
    int height                  # of the original bar
    int columns[MOST_COLUMNS]   # numbers of chips left in each column


cdef struct Bite:
    int column
    int row


cdef inline const char *read_bar(Bar *bar, const Matrix *matrix) noexcept nogil:
    """Read the bar of a matrix; return a sentence if no bites can have left it."""
    cdef int column
    cdef int row
    cdef char cell
    if matrix.game[0] == 0 or strcmp(matrix.game, b"chomp") != 0 or matrix.rules[0]:
        return b"it is not a game of Chomp"
    if has_points(matrix):
        return b"Chomp keeps no points"
    if matrix.width > MOST_COLUMNS or matrix.height > MOST_ROWS:
        return b"the board is larger than 64 x 64"
    memset(bar, 0, sizeof(Bar))
    bar.width = matrix.width
    bar.height = matrix.height
    for row in range(bar.height):
        for column in range(bar.width):
            cell = matrix.cells[(bar.height - 1 - row) * bar.width + column]
            if cell == c"o":
                if bar.columns[column] != row or (column and bar.columns[column - 1] <= row):
                    return b"a chip is left that a bite would have taken"
                bar.columns[column] = row + 1
            elif cell != c"-":
                return b"a cell is neither o nor -"
    return NULL


cdef inline void write_bar(const Bar *bar, Matrix *matrix) noexcept nogil:
    cdef int column
    cdef int row
    for row in range(bar.height):
        for column in range(bar.width):
            matrix.cells[(bar.height - 1 - row) * bar.width + column] = (
                c"o" if row < bar.columns[column] else c"-"
            )


cdef inline void eat(Bar *bar, Bite bite) noexcept nogil:
    """Remove the chip, and all chips that are neither below it nor left of it."""
    cdef int column
    for column in range(bite.column, bar.width):
        if bar.columns[column] > bite.row:
            bar.columns[column] = bite.row


cdef inline int chips(const Bar *bar) noexcept nogil:
    cdef int count = 0
    cdef int column
    for column in range(bar.width):
        count += bar.columns[column]
    return count


cdef inline bint is_one_line(const Bar *bar) noexcept nogil:
    """Return whether one row or one column is left, of which a bite leaves only the poison."""
    return chips(bar) > 1 and (bar.columns[0] == 1 or bar.width == 1 or bar.columns[1] == 0)


cdef inline int heap(const Bar *bar, int row) noexcept nogil:
    """Return the number of chips in a row without the poison."""
    cdef int length = 0
    while length < bar.width and bar.columns[length] > row:
        length += 1
    return length - (row == 0)


cdef inline int nim_sum(const Bar *bar) noexcept nogil:
    """Return the sum without carry of the four lowest rows, without the poison.

    The author of the rule counts four rows, and leaves out the top row of five.
    """
    cdef int total = 0
    cdef int row
    for row in range(min(bar.columns[0], <int>HEAPS)):
        total ^= heap(bar, row)
    return total


cdef inline bint nth_bite(const Bar *bar, int n, Bite *bite) noexcept nogil:
    """Set the nth possible bite, column by column; return False after the last."""
    cdef int column
    for column in range(bar.width):
        if n < bar.columns[column]:
            bite.column = column
            bite.row = n
            return True
        n -= bar.columns[column]
    return False
