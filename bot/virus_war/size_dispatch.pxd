# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False
# A game on a board of either width.

from libc.stdint cimport int64_t, uint64_t

from bot.virus_war cimport narrow, wide
from bot.common.chance cimport Chance
from bot.common.matrix_file cimport Matrix
from bot.virus_war.bits cimport LARGEST_NARROW
from bot.virus_war.file cimport OPEN, Manner, Rules, Turn, fault_of, mark
from bot.virus_war.puct_tree cimport Samples
from bot.virus_war.dfpn_table cimport Report
from bot.virus_war.uct_tree cimport Budget


cdef struct Table:
    bint is_narrow
    narrow.Field narrow_field
    narrow.Game narrow
    wide.Field wide_field
    wide.Game wide


cdef inline const char *set_table(Table *table, const Matrix *matrix) noexcept nogil:
    """Set up the position of a matrix; return a sentence if it has none."""
    cdef Rules rules
    cdef const char *fault = fault_of(matrix, &rules)
    if fault != NULL:
        return fault
    table.is_narrow = matrix.width <= LARGEST_NARROW
    if table.is_narrow:
        narrow.lay_field(&table.narrow_field, matrix.width, &rules)
        narrow.load(&table.narrow, &table.narrow_field, matrix)
    else:
        wide.lay_field(&table.wide_field, matrix.width, &rules)
        wide.load(&table.wide, &table.wide_field, matrix)
    return NULL


cdef inline void set_limit(Table *table, int limit) noexcept nogil:
    """Set the half-move after which the game is drawn; 0 for none."""
    table.narrow_field.rules.limit = limit
    table.wide_field.rules.limit = limit
    if table.is_narrow:
        narrow.see_limit(&table.narrow)
    else:
        wide.see_limit(&table.wide)


cdef inline int winner(const Table *table) noexcept nogil:
    return table.narrow.winner if table.is_narrow else table.wide.winner


cdef inline char letter_of_winner(const Table *table) noexcept nogil:
    """Return the letter of the winner in files."""
    cdef const char *letters = b"ABDU"
    return letters[winner(table)]


cdef inline int steps_made(const Table *table) noexcept nogil:
    return table.narrow.made if table.is_narrow else table.wide.made


cdef inline bint may_step(const Table *table, int column, int row) noexcept nogil:
    if winner(table) != OPEN:
        return False
    if table.is_narrow:
        return column < table.narrow_field.size and row < table.narrow_field.size and (
            narrow.can_step(&table.narrow, narrow.at_cell(column, row))
        )
    return column < table.wide_field.size and row < table.wide_field.size and (
        wide.can_step(&table.wide, wide.at_cell(column, row))
    )


cdef inline bint may_pass(const Table *table) noexcept nogil:
    return narrow.may_pass(&table.narrow) if table.is_narrow else wide.may_pass(&table.wide)


cdef inline bint make_step(Table *table, int column, int row) noexcept nogil:
    """Make a step; return whether it ends the turn."""
    if table.is_narrow:
        return narrow.step(&table.narrow, narrow.at_cell(column, row))
    return wide.step(&table.wide, wide.at_cell(column, row))


cdef inline void make_pass(Table *table) noexcept nogil:
    if table.is_narrow:
        narrow.make_pass(&table.narrow)
    else:
        wide.make_pass(&table.wide)


cdef inline int turns_to_come(const Table *table) noexcept nogil:
    if table.is_narrow:
        return narrow.turns_to_come(&table.narrow)
    return wide.turns_to_come(&table.wide)


cdef inline bint choose(
    const Table *table, Turn *turn, const Budget *budget, Chance *chance, const Manner *manner,
    Samples *samples
) noexcept nogil:
    """Choose the turn, or the rest of it; return False if there is no memory."""
    if table.is_narrow:
        return narrow.choose(turn, &table.narrow, budget, chance, manner, samples)
    return wide.choose(turn, &table.wide, budget, chance, manner, samples)


cdef inline bint solve(
    const Table *table, Report *report, const Budget *budget, bint all_turns
) noexcept nogil:
    """Fill the report; return False if there is no memory."""
    if table.is_narrow:
        return narrow.solve(report, &table.narrow, budget, all_turns)
    return wide.solve(report, &table.wide, budget, all_turns)


cdef inline uint64_t perft(const Table *table, int depth) noexcept nogil:
    if table.is_narrow:
        return narrow.perft(&table.narrow, depth)
    return wide.perft(&table.wide, depth)


cdef inline int64_t steps_of_rollouts(
    const Table *table, int64_t games, Chance *chance, bint portable
) noexcept nogil:
    if table.is_narrow:
        return narrow.steps_of_rollouts(&table.narrow, games, chance, portable)
    return wide.steps_of_rollouts(&table.wide, games, chance, portable)


cdef inline void play(Table *table, Matrix *matrix, const Turn *turn) noexcept nogil:
    """Make the turn in the game and in the matrix, with the winner."""
    cdef int n
    if turn.count == 0:
        make_pass(table)
    for n in range(turn.count):
        mark(matrix, turn.columns[n], turn.rows[n])
        make_step(table, turn.columns[n], turn.rows[n])
    matrix.winner = letter_of_winner(table)
