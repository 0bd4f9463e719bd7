# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False
# @NAME@: a bot for @TITLE_EN@. Put your thinking in the place of `choose`, near the end.
#
# Cython makes C of this, and no Python is left in the program. So every function is `noexcept
# nogil` and works on C data alone: no lists, no strings of Python's, nothing that raises.

from libc.stdio cimport (
    EOF,
    FILE,
    fclose,
    fgets,
    fopen,
    fprintf,
    printf,
    snprintf,
    sscanf,
    stderr,
)
from libc.stdlib cimport atoi, rand, srand
from libc.string cimport (
    memmove,
    memset,
    strchr,
    strcmp,
    strcpy,
    strlen,
    strncmp,
    strspn,
)
from libc.time cimport CLOCKS_PER_SEC, clock, time


cdef enum:
    MOST = 64  # columns, or rows, of the largest board
    LONGEST = 64  # letters of a line that is no row
    DONE = 0
    CANNOT_WRITE = 1
    MALFORMED = 2


cdef struct Game:
    char player                     # who is to move
    int half_move
    char winner                     # U while the game goes on
    int points[2]                   # points of A and of B; 0 in a game without points
    char time[2][LONGEST]           # what they have left, letter by letter as in the file
    double seconds[2]               # the same times as numbers
    int width
    int height
    char board[MOST][MOST + 1]      # board[0] is the top row
    char name[LONGEST]              # the game in the footer; empty for MMPeshki
    char rules[LONGEST]             # empty if the game has one set of rules
    char last[LONGEST]              # the move just made; empty if the file does not say
    int steps                       # steps made of this move, where moves have several


cdef char other(char player) noexcept nogil:
    return c"B" if player == c"A" else c"A"


cdef char cell(const Game *game, int row, int column) noexcept nogil:
    """Return the character of a cell; '*' outside the board."""
    if 0 <= row < game.height and 0 <= column < game.width:
        return game.board[row][column]
    return c"*"


cdef int cells_with(const Game *game, char what) noexcept nogil:
    """Count the cells with that character."""
    cdef int count = 0
    cdef int row
    cdef int column
    for row in range(game.height):
        for column in range(game.width):
            count += game.board[row][column] == what
    return count


cdef bint consists_of(
    const Game *game, int width, int height, const char *letters
) noexcept nogil:
    """Return whether the board has this size and no other letters."""
    cdef int row
    if game.width != width or game.height != height:
        return False
    for row in range(height):
        if strspn(game.board[row], letters) != <size_t>width:
            return False
    return True


cdef bint has_points(const Game *game) noexcept nogil:
    """Return whether a player has points, which a game without points must not have."""
    return game.points[0] != 0 or game.points[1] != 0


cdef void end_turn(Game *game) noexcept nogil:
    """Give the turn to the other player."""
    game.player = other(game.player)
    game.half_move += 1
    game.steps = 0


# The file. A function that reads returns False if the file is malformed.


cdef bint read_line(FILE *file, char *line, int room) noexcept nogil:
    """Read the next line that is not blank, without the blanks at its ends."""
    cdef char *start
    cdef size_t length
    while fgets(line, room, file) != NULL:
        start = line
        if strncmp(start, b"\xEF\xBB\xBF", 3) == 0:  # a byte-order mark
            start += 3
        start += strspn(start, b" \t\r\n")
        length = strlen(start)
        while length > 0 and strchr(b" \t\r\n", start[length - 1]) != NULL:
            length -= 1
        memmove(line, start, length)
        line[length] = 0
        if length > 0:
            return True
    return False


cdef bint read_header(FILE *file, Game *game) noexcept nogil:
    cdef char line[LONGEST]
    cdef char player[8]
    cdef char winner[8]
    cdef char more[2]
    cdef int n
    if not read_line(file, line, LONGEST):
        return False
    # The widths keep a word from running over the end of its array.
    if sscanf(line, b"%7s %9d %7s %1s", player, &game.half_move, winner, more) != 3:
        return False
    if strcmp(player, b"A") != 0 and strcmp(player, b"B") != 0:
        return False
    if strlen(winner) != 1 or strchr(b"ABDU", winner[0]) == NULL:
        return False
    game.player = player[0]
    game.winner = winner[0]
    # A has the odd half-moves, B the even ones.
    if game.half_move < 1 or game.half_move % 2 != (game.player == c"A"):
        return False
    for n in range(2):
        if not read_line(file, line, LONGEST):
            return False
        if sscanf(line, b"%9d %63s %1s", &game.points[n], game.time[n], more) != 2:
            return False
        if sscanf(game.time[n], b"%lf%1s", &game.seconds[n], more) != 1:
            return False
        if game.points[n] < 0 or not 0 <= game.seconds[n] < 1e9:
            return False
    return True


cdef bint read_footer(Game *game, const char *line) noexcept nogil:
    """A line below the board: a word and, after a blank, its value."""
    cdef const char *value = strchr(line, c" ")
    if value == NULL or strlen(value) > LONGEST:
        return False
    if strncmp(line, b"game ", 5) == 0:
        strcpy(game.name, value + 1)
    elif strncmp(line, b"rules ", 6) == 0:
        strcpy(game.rules, value + 1)
    elif strncmp(line, b"last ", 5) == 0:
        strcpy(game.last, value + 1)
    else:
        return False
    return True


cdef bint read_game(FILE *file, Game *game) noexcept nogil:
    cdef char line[MOST + LONGEST]
    cdef int width
    cdef bint below = False  # the board
    memset(game, 0, sizeof(Game))
    if not read_header(file, game):
        return False
    while read_line(file, line, MOST + LONGEST):
        below = below or strchr(line, c" ") != NULL
        if below:
            if not read_footer(game, line):
                return False
            continue
        width = <int>strlen(line)
        # The length is checked first: memory behind a short row is not the board.
        if width > MOST or game.height == MOST:
            return False
        if game.height > 0 and width != game.width:
            return False
        game.width = width
        strcpy(game.board[game.height], line)
        game.height += 1
    return game.height > 0


cdef bint write_game(const Game *game) noexcept nogil:
    cdef int n
    cdef bint good
    cdef FILE *file = fopen(b"matrix.txt", b"w")
    if file == NULL:
        return False
    good = fprintf(file, b"%c %d %c\n", game.player, game.half_move, game.winner) > 0
    for n in range(2):
        good &= fprintf(file, b"%d %s\n", game.points[n], game.time[n]) > 0
    for n in range(game.height):
        good &= fprintf(file, b"%s\n", game.board[n]) > 0
    if game.name[0]:
        good &= fprintf(file, b"game %s\n", game.name) > 0
    if game.rules[0]:
        good &= fprintf(file, b"rules %s\n", game.rules) > 0
    return fclose(file) != EOF and good  # data may reach the disk only here
