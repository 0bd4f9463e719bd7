# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False
"""Virus War: players for all rule sets, on boards of 4 x 4 to 16 x 16.

Styles: ``champion`` searches a tree of single steps and evaluates positions by features; ``uct``
plays random games to their end, as most programs do; ``greedy`` takes the step with the best
immediate effect; ``random`` takes any step. The first two may choose to pass, the others pass only
if they must.

All code on sets of cells, from the rules to the search, is written once, in ``sized/``, and
included twice, for narrow and for wide boards, with different ``Bits``.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int16_t, int64_t, uint64_t
from libc.stdio cimport fprintf, stderr
from libc.string cimport memcpy

from bot.common.chance cimport Chance
from bot.common.clock cimport allowance, used_microseconds, wall_microseconds
from bot.common.matrix_file cimport LARGEST_FILE, Matrix, end_turn, parse_matrix, format_matrix
from bot.common.options cimport Options
from bot.common.program cimport CANNOT_PLAY, DONE, PLAY, begin, finish, refuse
from bot.virus_war.file cimport (
    OPEN,
    STEPS,
    UNKNOWN,
    Manner,
    Turn,
    mark,
    name_cell,
    read_cell,
    spell_turn,
    style_named,
)
from bot.virus_war.size_dispatch cimport (
    Table,
    choose,
    letter_of_winner,
    make_pass,
    make_step,
    may_pass,
    may_step,
    perft,
    play,
    set_limit,
    set_table,
    solve,
    steps_made,
    steps_of_rollouts,
    turns_to_come,
    winner,
)
from bot.virus_war.puct_tree cimport SAMPLE, Samples
from bot.virus_war.dfpn_table cimport Report
from bot.virus_war.uct_tree cimport Budget, Watch

from bot.solution import UNPROVEN, Progress, Solution, Value


STYLES = ("champion", "greedy", "random", "uct")


cdef Budget budget_of(
    const Options *options, const Matrix *matrix, const Table *table
) noexcept nogil:
    """Return the budget of this turn."""
    cdef Budget budget
    cdef int64_t left = matrix.time_left_us[0 if matrix.player == c"A" else 1]
    budget.counted = options.nodes > 0
    budget.playouts = options.nodes
    budget.deadline = allowance(left, turns_to_come(table), options.think)
    budget.clock = &used_microseconds
    budget.watch = NULL
    return budget


cdef public int bot_main(int count, char **words, const char *style) noexcept nogil:
    """Make one turn in matrix.txt, and return the exit status of the program."""
    cdef Options options
    cdef Matrix matrix
    cdef Chance chance
    cdef Table table
    cdef Manner manner
    cdef Budget budget
    cdef Turn turn
    cdef const char *fault
    cdef int status = begin(&options, &matrix, &chance, count, words, style, 0)
    if status != PLAY:
        return status
    manner.style = style_named(options.style)
    manner.explain = options.explain
    if manner.style == UNKNOWN:
        fprintf(stderr, b"--style %s: it is one of random greedy uct champion\n", options.style)
        return CANNOT_PLAY
    fault = set_table(&table, &matrix)
    if fault != NULL:
        return refuse(fault)
    if winner(&table) != OPEN:
        fprintf(stderr, b"matrix.txt: the game is over\n")
        return DONE
    set_limit(&table, options.limit)
    budget = budget_of(&options, &matrix, &table)
    if not choose(&table, &turn, &budget, &chance, &manner, NULL):
        return refuse(b"there is not enough memory to think")
    play(&table, &matrix, &turn)
    spell_turn(&turn, matrix.last)
    return finish(&matrix, options.limit)


cdef const char *read_table(Table *table, Matrix *matrix, bytes text):
    """Set up the position of a matrix; return a sentence if it has none."""
    cdef char room[LARGEST_FILE + 1]
    if len(text) > LARGEST_FILE or 0 in text:
        return b"the file is too large, or has NUL bytes"
    memcpy(room, <const char *>text, len(text) + 1)
    if not parse_matrix(matrix, room):
        return matrix.fault
    return set_table(table, matrix)


cdef class Position:
    """A position of Virus War, at the start of a turn or within one, for tests and analysis."""

    cdef Matrix matrix
    cdef Table table
    cdef Turn turn           # the steps made in the unfinished turn

    def __init__(self, text: bytes) -> None:
        cdef const char *fault = read_table(&self.table, &self.matrix, text)
        if fault != NULL:
            raise ValueError(fault.decode())
        self.turn.count = 0

    def steps(self) -> list[str]:
        """Return the cells that can be stepped on now; none if the game is over."""
        cdef char name[8]
        cdef int column
        cdef int row
        names = []
        for row in range(self.matrix.height):
            for column in range(self.matrix.width):
                if may_step(&self.table, column, row):
                    name_cell(name, column, row)
                    names.append(name.decode())
        return names

    def step(self, name: str) -> None:
        """Make a step, or pass; raise ValueError if that is not legal now."""
        cdef int column = 0
        cdef int row = 0
        if name == "pass":
            if not may_pass(&self.table):
                raise ValueError("there is no passing now")
            make_pass(&self.table)
            self._end_turn()
            return
        cell = name.encode()
        if not read_cell(cell, &column, &row) or not may_step(&self.table, column, row):
            raise ValueError(f"{name} cannot be stepped on now")
        mark(&self.matrix, column, row)
        self.turn.columns[self.turn.count] = column
        self.turn.rows[self.turn.count] = row
        self.turn.count += 1
        if make_step(&self.table, column, row):
            self._end_turn()

    cdef void _end_turn(self) noexcept:
        spell_turn(&self.turn, self.matrix.last)
        self.turn.count = 0
        end_turn(&self.matrix, 0)
        self.matrix.winner = letter_of_winner(&self.table)

    def may_pass(self) -> bool:
        """Return whether the player may pass now: at the start of a turn, if the rules allow it."""
        return may_pass(&self.table)

    def made(self) -> int:
        """Return the number of steps made in an unfinished turn."""
        return steps_made(&self.table)

    def outcome(self) -> str:
        """Return the winner: A or B; D for a draw; U while the game goes on."""
        return chr(letter_of_winner(&self.table))

    def perft(self, depth: int) -> int:
        """Return the number of sequences of ``depth`` steps without passes."""
        cdef int levels = depth
        with nogil:
            total = perft(&self.table, levels)
        return total

    def file(self) -> bytes:
        """Return the matrix.txt of a position at the start of a turn, with the times as read."""
        cdef char room[LARGEST_FILE]
        if steps_made(&self.table):
            raise ValueError("a file shows no unfinished turn")
        length = format_matrix(&self.matrix, room, LARGEST_FILE)
        return room[:length]

    def choose(self, style: str, seed: int = 0, nodes: int = 0, seconds: float = 0.0) -> str:
        """Return the turn, or its rest, that a style chooses after some playouts or seconds."""
        return self._think(style, seed, nodes, <int64_t>(seconds * 1e6), NULL)

    def sample(
        self, style: str, seed: int = 0, nodes: int = 0, least: int = 0
    ) -> tuple[str, bytes]:
        """Return the champion's turn, and samples of positions with at least ``least`` visits."""
        cdef Samples samples
        cdef bytes room = bytes(2 * SAMPLE * 4096)
        samples.room = <int16_t *><char *>room
        samples.used = 0
        samples.most = 4096
        samples.least = least
        turn = self._think(style, seed, nodes, 0, &samples)
        return turn, room[:2 * SAMPLE * samples.used]

    def solve(
        self, seconds: float, limit: int | None = None, tell=None, all_moves: bool = True,
        cores: int = 1,
    ) -> Solution:
        """Return the value of the position and of its turns, after ``seconds`` at most."""
        set_limit(&self.table, limit or 0)
        if winner(&self.table) != OPEN:
            raise ValueError("the game is over")
        return Solver(self, seconds, tell).solution(all_moves)

    cdef str _think(
        self, str style, uint64_t seed, int64_t nodes, int64_t microseconds, Samples *samples
    ):
        cdef char text[8 * STEPS]
        cdef Turn turn
        cdef Budget budget
        cdef Chance chance
        cdef Manner manner
        cdef bint chosen
        manner.explain = False
        manner.style = style_named(style.encode())
        if manner.style == UNKNOWN:
            raise ValueError(f"there is no style {style}")
        if winner(&self.table) != OPEN:
            raise ValueError("the game is over")
        chance.state = seed
        budget.counted = nodes > 0
        budget.playouts = nodes
        budget.deadline = used_microseconds() + microseconds
        budget.clock = &used_microseconds
        budget.watch = NULL
        with nogil:
            chosen = choose(&self.table, &turn, &budget, &chance, &manner, samples)
        if not chosen:
            raise MemoryError
        spell_turn(&turn, text)
        return text.decode()


include "solve_python.pxi"


def rollouts(text: bytes, count: int, seed: int = 1, portable: bool = False) -> int:
    """Play random games from the position of a file, and return the number of their steps."""
    cdef Matrix matrix
    cdef Table table
    cdef Chance chance
    cdef int64_t games = count
    cdef int64_t steps
    cdef bint plainly = portable
    cdef const char *fault = read_table(&table, &matrix, text)
    if fault != NULL:
        raise ValueError(fault.decode())
    chance.state = seed
    with nogil:
        steps = steps_of_rollouts(&table, games, &chance, plainly)
    return steps
