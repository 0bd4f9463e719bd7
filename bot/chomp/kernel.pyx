# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False
"""Chomp: a perfect player as far as the bar can be solved, and weaker ones to play against.

Styles: ``champion`` solves bars up to about 12 x 12, and plays by the nim sum of rows on larger
ones; ``nim`` leaves heaps whose binary sum without carry is zero, a rule of thumb from another
game; ``greedy`` takes as much as it can without losing at once; ``random`` takes any chip, the
poison included.
"""

from libc.stdint cimport int64_t, uint64_t
from libc.stdio cimport fprintf, sprintf, stderr
from libc.string cimport memcpy, strcmp

from bot.common.chance cimport Chance, random_below
from bot.chomp.board cimport (
    HEAPS, Bar, Bite, chips, eat, heap, is_one_line, nim_sum, nth_bite, read_bar, write_bar,
)
from bot.chomp.solver cimport Solver, count_bars, forget, number_of, solve, winning_bite
from bot.common.clock cimport wall_microseconds
from bot.common.matrix_file cimport LARGEST_FILE, Matrix, end_turn, parse_matrix, format_matrix
from bot.common.options cimport Options
from bot.common.program cimport CANNOT_PLAY, DONE, PLAY, begin, finish, refuse

from bot.solution import UNPROVEN, Solution, Value


STYLES = ("champion", "greedy", "nim", "random")


cdef enum:
    PLACES = 4      # binary digits of a heap, enough for bars up to 15 columns
    MOST_PLACES = 7


cdef Bite smallest_bite(const Bar *bar) noexcept nogil:
    """Return the bite at the top chip of the last column, which takes only this chip."""
    cdef Bite bite
    bite.column = bar.width - 1
    while bar.columns[bite.column] == 0:
        bite.column -= 1
    bite.row = bar.columns[bite.column] - 1
    return bite


cdef Bite random_bite(const Bar *bar, Chance *chance) noexcept nogil:
    cdef Bite bite = smallest_bite(bar)
    nth_bite(bar, random_below(chance, chips(bar)), &bite)
    return bite


cdef enum Style:
    RANDOM
    GREEDY
    NIM
    CHAMPION
    UNKNOWN


cdef Style style_named(const char *name) noexcept nogil:
    if strcmp(name, b"random") == 0:
        return RANDOM
    if strcmp(name, b"greedy") == 0:
        return GREEDY
    if strcmp(name, b"nim") == 0:
        return NIM
    return CHAMPION if strcmp(name, b"champion") == 0 else UNKNOWN


cdef bint is_liked(const Bar *after, Style style) noexcept nogil:
    """Return whether a style accepts the bar that a bite leaves."""
    if after.columns[0] == 0:
        return False
    return nim_sum(after) == 0 if style == NIM else not is_one_line(after)


cdef Bite liked_bite(const Bar *bar, Style style, Chance *chance) noexcept nogil:
    """Return the largest bite that a style accepts, random among equals; if none, the smallest."""
    cdef Bar after
    cdef Bite bite = smallest_bite(bar)
    cdef Bite best = bite
    cdef int n = 0
    cdef int value
    cdef int best_value = -1000000
    cdef int equals = 0
    while nth_bite(bar, n, &bite):
        n += 1
        after = bar[0]
        eat(&after, bite)
        value = chips(bar) - chips(&after)
        if not is_liked(&after, style):
            value = -1000 - value - 100000 * (after.columns[0] == 0)
        if value > best_value:
            best_value = value
            equals = 0
        if value == best_value:
            equals += 1
            if random_below(chance, equals) == 0:
                best = bite
    return best


cdef void print_heaps(const Bar *bar, const char *when) noexcept nogil:
    """Print the heaps of nim's rule in binary, and their sum without carry."""
    cdef int row
    cdef int length
    cdef int place
    cdef int places = PLACES if bar.width < 1 << PLACES else MOST_PLACES
    cdef int sum = nim_sum(bar)
    fprintf(stderr, b"%s heaps", when)
    for row in range(min(bar.columns[0], <int>HEAPS)):
        length = heap(bar, row)
        fprintf(stderr, b" ")
        for place in range(places - 1, -1, -1):
            fprintf(stderr, b"%d", length >> place & 1)
    fprintf(stderr, b"  sum ")
    for place in range(places - 1, -1, -1):
        fprintf(stderr, b"%d", sum >> place & 1)
    fprintf(stderr, b"\n")


cdef void explain_heaps(const Bar *bar, Bite bite, int64_t left) noexcept nogil:
    """Print the heaps before and after the bite, and whether it really wins."""
    cdef Solver solver
    cdef Bar child = bar[0]
    cdef char name[16]
    eat(&child, bite)
    print_heaps(bar, b"before")
    print_heaps(&child, b"after ")
    spell(bite, name)
    if not solve(&solver, bar, left * 2):
        fprintf(stderr, b"%s: whether it wins is not known, the bar is too large\n", name)
    elif child.columns[0] and solver.lost[number_of(&solver, &child)]:
        fprintf(stderr, b"%s really wins\n", name)
    else:
        fprintf(stderr, b"%s does not win against the best play\n", name)
    forget(&solver)


cdef Bite champions_bite(
    const Bar *bar, Chance *chance, int64_t left, bint explain
) noexcept nogil:
    cdef Solver solver
    cdef Bite bite = smallest_bite(bar)
    # A bar takes less than an eighth of a microsecond: this is at most a quarter of the time left.
    cdef bint solved = solve(&solver, bar, left * 2)
    cdef bint won = solved and winning_bite(&solver, bar, &bite)
    if not won:
        # A lost game is prolonged, one chip at a time: the other player may still err.
        bite = smallest_bite(bar) if solved else liked_bite(bar, NIM, chance)
    if explain:
        fprintf(stderr, b"%s\n", b"won" if won else b"lost" if solved else b"too large to solve")
    forget(&solver)
    return bite


cdef Bite choose(
    const Bar *bar, Style style, Chance *chance, int64_t left, bint explain
) noexcept nogil:
    cdef Bite bite
    if style == RANDOM:
        return random_bite(bar, chance)
    if style == CHAMPION:
        bite = champions_bite(bar, chance, left, explain)
    else:
        bite = liked_bite(bar, style, chance)
    if explain and style != GREEDY:
        explain_heaps(bar, bite, left)
    return bite


cdef void spell(Bite bite, char *text) noexcept nogil:
    """Write the name of a bite's chip; columns have no j, and after z come aa, ab and so on."""
    cdef const char *letters = b"abcdefghiklmnopqrstuvwxyz"
    if bite.column >= 25:
        text[0] = letters[bite.column // 25 - 1]
        text += 1
    text[0] = letters[bite.column % 25]
    sprintf(text + 1, b"%d", bite.row + 1)


cdef void play(Matrix *matrix, Bar *bar, Bite bite) noexcept nogil:
    """Make the move in the matrix; the player who eats the poison loses."""
    eat(bar, bite)
    write_bar(bar, matrix)
    spell(bite, matrix.last)
    if bar.columns[0] == 0:
        matrix.winner = c"B" if matrix.player == c"A" else c"A"


cdef public int bot_main(int count, char **words, const char *style) noexcept nogil:
    """Make one move in matrix.txt, and return the exit status of the program."""
    cdef Options options
    cdef Matrix matrix
    cdef Chance chance
    cdef Bar bar
    cdef Style chosen
    cdef const char *fault
    cdef int64_t left
    cdef int status = begin(&options, &matrix, &chance, count, words, style, 0)
    if status != PLAY:
        return status
    chosen = style_named(options.style)
    if chosen == UNKNOWN:
        fprintf(stderr, b"--style %s: it is one of random greedy nim champion\n", options.style)
        return CANNOT_PLAY
    fault = read_bar(&bar, &matrix)
    if fault != NULL:
        return refuse(fault)
    if bar.columns[0] == 0:
        fprintf(stderr, b"matrix.txt: the game is over\n")
        return DONE
    left = matrix.time_left_us[0 if matrix.player == c"A" else 1]
    play(&matrix, &bar, choose(&bar, chosen, &chance, left, options.explain))
    return finish(&matrix, options.limit)


cdef class Position:
    """A position of Chomp, for tests and analysis."""

    cdef Matrix matrix
    cdef Bar bar

    def __init__(self, text: bytes) -> None:
        cdef char room[LARGEST_FILE + 1]
        cdef const char *fault
        if len(text) > LARGEST_FILE or 0 in text:
            raise ValueError("the file is too large, or has NUL bytes")
        memcpy(room, <const char *>text, len(text) + 1)
        fault = NULL if parse_matrix(&self.matrix, room) else self.matrix.fault
        if fault == NULL:
            fault = read_bar(&self.bar, &self.matrix)
        if fault != NULL:
            raise ValueError(fault.decode())

    def steps(self) -> list[str]:
        """Return the legal moves as names of chips."""
        cdef Bite bite
        cdef int n = 0
        names = []
        while nth_bite(&self.bar, n, &bite):
            names.append(name_of(bite))
            n += 1
        return names

    def step(self, name: str) -> None:
        """Make a move."""
        cdef Bite bite = smallest_bite(&self.bar)
        cdef int n = self.steps().index(name)
        nth_bite(&self.bar, n, &bite)
        play(&self.matrix, &self.bar, bite)
        end_turn(&self.matrix, 0)

    def outcome(self) -> str:
        """Return the winner; U while the game goes on."""
        return self.matrix.player.to_bytes(1, "big").decode() if not self.bar.columns[0] else "U"

    def perft(self, depth: int) -> int:
        """Return the number of sequences of ``depth`` moves."""
        return count_sequences(&self.bar, depth)

    def file(self) -> bytes:
        """Return the position as a matrix.txt."""
        cdef char room[LARGEST_FILE]
        cdef size_t length = format_matrix(&self.matrix, room, LARGEST_FILE)
        return room[:length]

    def choose(self, style: str, seed: int = 0, nodes: int = 0, seconds: float = 0.0) -> str:
        """Return the move of the program in a style; nodes and seconds have no effect."""
        cdef Chance chance
        cdef Style chosen = style_named(style.encode())
        if chosen == UNKNOWN:
            raise ValueError(style)
        chance.state = seed
        return name_of(choose(&self.bar, chosen, &chance, 30000000, False))

    def solve(
        self, seconds: float, limit: int | None = None, tell=None, all_moves: bool = True,
        cores: int = 1,
    ) -> Solution:
        """Return the winner, unless the bar is too large or a draw by the limit can come first.

        The solution is too fast for reports of progress, and has no number of half-moves.
        """
        cdef Solver solver
        cdef Bar after
        cdef Bite bite = smallest_bite(&self.bar)
        cdef int n = 0
        cdef int64_t start = wall_microseconds()
        if self.bar.columns[0] == 0:
            raise ValueError("the game is over")
        solved = solve(&solver, &self.bar, <int64_t>(seconds * 2e6))
        solved = solved and (limit is None or self.matrix.half_move - 1 + chips(&self.bar) <= limit)
        player, rival = (c"A", c"B") if self.matrix.player == c"A" else (c"B", c"A")
        moves = {}
        while nth_bite(&self.bar, n, &bite):
            after = self.bar
            eat(&after, bite)
            n += 1
            won = solved and after.columns[0] and solver.lost[number_of(&solver, &after)]
            moves[name_of(bite)] = Value(chr(player if won else rival) if solved else UNPROVEN)
        forget(&solver)
        good = [name for name, value in moves.items() if value.winner == chr(player)]
        value = Value((chr(player) if good else chr(rival)) if solved else UNPROVEN)
        best = good[0] if good else self.choose("champion")
        bars = count_bars(solver.width, solver.height) if solved else 0
        took = (wall_microseconds() - start) / 1e6
        return Solution(value, best, moves if all_moves else {}, bars, took)


cdef str name_of(Bite bite):
    cdef char text[16]
    spell(bite, text)
    return text.decode()


cdef uint64_t count_sequences(const Bar *bar, int depth) noexcept nogil:
    cdef Bar after
    cdef Bite bite
    cdef uint64_t count = 0
    cdef int n = 0
    if depth == 0:
        return 1
    if depth == 1:
        return chips(bar)
    while nth_bite(bar, n, &bite):
        after = bar[0]
        eat(&after, bite)
        count += count_sequences(&after, depth - 1)
        n += 1
    return count
