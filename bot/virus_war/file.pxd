# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False
# The parts of a file of Virus War beside its board: the rules, the names of cells, the last turn.

from libc.string cimport memcpy, strchr, strcmp, strlen, strncmp

from bot.common.matrix_file cimport LONGEST_FIELD, Matrix, has_points, next_word


cdef enum:
    CROSSES = 0          # players, and winners:
    NOUGHTS = 1
    DRAWN = 2
    OPEN = 3

    KILL_ALL = 0         # endings
    LAST_TURN = 1
    FULL_TURN = 2

    STEPS = 3            # of a turn
    SMALLEST_SIZE = 4
    LARGEST_SIZE = 16
    LONGEST_NAME = 4     # of a cell, with its NUL: p16


cdef struct Rules:
    bint corner          # True: the first step of each side is its corner; False: both are occupied
    int first_turn       # number of steps of the very first turn
    bint passing         # True if a player who could move may pass
    int ending
    int limit            # the half-move after which the game is drawn; none: 0


cdef struct Turn:
    int count            # 0: a pass
    int columns[STEPS]
    int rows[STEPS]


cdef enum Style:
    RANDOM
    GREEDY
    UCT
    CHAMPION
    UNKNOWN


cdef struct Manner:      # of choosing a turn
    Style style
    bint explain


cdef inline Style style_named(const char *name) noexcept nogil:
    if strcmp(name, b"random") == 0:
        return RANDOM
    if strcmp(name, b"greedy") == 0:
        return GREEDY
    if strcmp(name, b"uct") == 0:
        return UCT
    return CHAMPION if strcmp(name, b"champion") == 0 else UNKNOWN


cdef inline bint set_option(Rules *rules, const char *option) noexcept nogil:
    """Apply an option such as passing=no; return False if it is unknown."""
    if strcmp(option, b"opening=corner") == 0:
        rules.corner = True
    elif strcmp(option, b"opening=occupied") == 0:
        rules.corner = False
    elif strcmp(option, b"passing=yes") == 0:
        rules.passing = True
    elif strcmp(option, b"passing=no") == 0:
        rules.passing = False
    elif strcmp(option, b"ending=kill-all") == 0:
        rules.ending = KILL_ALL
    elif strcmp(option, b"ending=last-turn") == 0:
        rules.ending = LAST_TURN
    elif strcmp(option, b"ending=full-turn") == 0:
        rules.ending = FULL_TURN
    elif strncmp(option, b"first-turn=", 11) == 0:
        rules.first_turn = option[11] - c"0"
        return 1 <= rules.first_turn <= STEPS and option[12] == 0
    else:
        return False
    return True


cdef inline bint set_preset(Rules *rules, const char *name) noexcept nogil:
    """Set the rules to a named rule set; return False if the name is unknown."""
    rules.corner = True
    rules.first_turn = STEPS
    rules.passing = True
    rules.ending = KILL_ALL
    rules.limit = 0
    if strcmp(name, b"classic") == 0:
        return True
    if strcmp(name, b"sesc") == 0:
        rules.ending = LAST_TURN
        return True
    rules.passing = False
    rules.ending = FULL_TURN
    if strcmp(name, b"last-move") == 0:
        return True
    rules.corner = False
    rules.first_turn = 1
    return strcmp(name, b"petersburg") == 0


cdef inline bint read_rules(Rules *rules, const char *line) noexcept nogil:
    """Read a rules line: a rule set, classic by default, and each option at most once."""
    cdef char text[LONGEST_FIELD]
    cdef char *rest = text
    cdef char *word
    cdef char keys[8]
    cdef int named = 0
    memcpy(text, line, strlen(line) + 1)
    word = next_word(&rest)
    if word == NULL:
        return set_preset(rules, b"classic")
    if not set_preset(rules, word):
        return False
    keys[0] = 0
    word = next_word(&rest)
    while word != NULL:
        # The options begin with different letters.
        if strchr(keys, word[0]) != NULL or not set_option(rules, word):
            return False
        keys[named] = word[0]
        named += 1
        keys[named] = 0
        word = next_word(&rest)
    return True


cdef inline const char *fault_of(const Matrix *matrix, Rules *rules) noexcept nogil:
    """Read the rules; return a sentence if the file is no playable game of Virus War."""
    cdef int at
    if strcmp(matrix.game, b"virus-war") != 0:
        return b"it is not a game of Virus War"
    if has_points(matrix):
        return b"Virus War keeps no points"
    if not read_rules(rules, matrix.rules):
        return b"the rules are not known"
    if matrix.width != matrix.height or not SMALLEST_SIZE <= matrix.width <= LARGEST_SIZE:
        return b"the board is not a square of 4 x 4 to 16 x 16"
    for at in range(matrix.width * matrix.height):
        if strchr(b"-ABab", matrix.cells[at]) == NULL:
            return b"a cell is none of - A B a b"
    return NULL


cdef inline char *name_cell(char *text, int column, int row) noexcept nogil:
    """Write the name of a cell and return its end; there is no column j."""
    text[0] = <char>(c"a" + column + (column >= 9))
    text += 1
    row += 1
    if row >= 10:
        text[0] = c"1"
        text += 1
    text[0] = <char>(c"0" + row % 10)
    text[1] = 0
    return text + 1


cdef inline bint read_cell(const char *text, int *column, int *row) noexcept nogil:
    """Set the cell with a name; return False if the largest board has none."""
    cdef char name[LONGEST_NAME]
    if strlen(text) < 2 or strlen(text) >= LONGEST_NAME:
        return False
    column[0] = text[0] - c"a" - (text[0] > c"j")
    row[0] = text[1] - c"1"
    if text[2]:
        row[0] = 10 * (row[0] + 1) + text[2] - c"1"
    if not (0 <= column[0] < LARGEST_SIZE and 0 <= row[0] < LARGEST_SIZE):
        return False
    name_cell(name, column[0], row[0])
    return strcmp(name, text) == 0


cdef inline void spell_turn(const Turn *turn, char *text) noexcept nogil:
    """Write the notation of a turn."""
    cdef int n
    memcpy(text, b"pass", 5)
    for n in range(turn.count):
        if n:
            text[0] = c"-"
            text += 1
        text = name_cell(text, turn.columns[n], turn.rows[n])


cdef inline void mark(Matrix *matrix, int column, int row) noexcept nogil:
    """Make a step on the board of the matrix: place a symbol, or kill an enemy's."""
    cdef char *cell = &matrix.cells[(matrix.height - 1 - row) * matrix.width + column]
    if cell[0] == c"-":
        cell[0] = matrix.player
    else:
        cell[0] = <char>(cell[0] + c"a" - c"A")
