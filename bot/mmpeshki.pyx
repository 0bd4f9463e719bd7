# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False
"""MMPeshki for players: the program that makes a move, and the same as a Python class.

`bot_main` is the whole program. `Position` is for tests and analysis.
"""

from libc.stdint cimport int64_t, uint64_t
from libc.stdio cimport fprintf, stderr

from bot.chance cimport Chance, next_random
from bot.clock cimport allowance
from bot.matrix_file cimport (
    LARGEST_FILE,
    Matrix,
    parse_matrix,
    spell_matrix,
)
from bot.mmpeshki_board cimport (
    Board,
    Moves,
    after,
    list_moves,
    name_move,
    outcome_of,
    player_at,
    read_board_of,
    write_board_to,
)
from bot.mmpeshki_perft cimport perft_of
from bot.mmpeshki_styles cimport (
    Effort,
    choose_move,
    is_style,
    moves_to_plan_for,
)
from bot.options cimport Options
from bot.program cimport CANNOT_PLAY, DONE, PLAY, begin, finish, refuse


STYLES = ("champion", "greedy", "random")


cdef int64_t time_to_spend(const Matrix *matrix, double think) noexcept nogil:
    cdef int own = 0 if matrix.player == c"A" else 1
    return allowance(matrix.left[own], moves_to_plan_for(matrix.half_move), think)


cdef public int bot_main(int count, char **words, const char *style) noexcept nogil:
    """Makes one move in matrix.txt, in that style unless told another; the exit status."""
    cdef Options options
    cdef Matrix matrix
    cdef Chance chance
    cdef Board board
    cdef Effort effort
    cdef const char *fault
    cdef int status = begin(&options, &matrix, &chance, count, words, style)
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
    effort.explain = options.explain
    board = after(&board, choose_move(&board, options.style, &chance, &effort))
    write_board_to(&matrix, &board)
    return finish(&matrix)


cdef class Position:
    """A position of a game, from the text of a matrix.txt; ValueError if it is malformed."""

    cdef Matrix matrix
    cdef Board board

    def __init__(self, text: bytes) -> None:
        cdef const char *fault
        # `parse_matrix` spoils what it reads, and stops at a NUL.
        cdef bytearray copy = bytearray(text)
        if len(copy) > LARGEST_FILE or 0 in copy:
            raise ValueError("the file is too large, or has NUL bytes")
        copy.append(0)
        if not parse_matrix(&self.matrix, <char *>copy):
            raise ValueError(self.matrix.fault.decode())
        fault = read_board_of(&self.board, &self.matrix)
        if fault != NULL:
            raise ValueError(fault.decode())

    def steps(self) -> list[str]:
        """The moves that the player to move has, even where the game is over."""
        cdef Moves moves
        cdef char name[6]
        cdef int n
        names = []
        list_moves(&moves, &self.board)
        for n in range(moves.count):
            name_move(name, &self.board, moves.moves[n])
            names.append(name.decode())
        return names

    def step(self, name: str) -> None:
        """Makes a legal move; ValueError if it is none."""
        cdef Moves moves
        if outcome_of(&self.board) != c"U":
            raise ValueError("the game is over")
        if name not in self.steps():
            raise ValueError(f"{name} is not a legal move here")
        list_moves(&moves, &self.board)
        self.board = after(&self.board, moves.moves[self.steps().index(name)])
        write_board_to(&self.matrix, &self.board)
        self.matrix.player = player_at(self.board.half_move)
        self.matrix.half_move = self.board.half_move

    def outcome(self) -> str:
        """Who has won; D for a draw, U while the game goes on."""
        return chr(outcome_of(&self.board))

    def perft(self, depth: int) -> int:
        """The number of sequences of exactly that many moves."""
        cdef int levels = depth
        cdef uint64_t total
        with nogil:
            total = perft_of(&self.board, levels)
        return total

    def file(self) -> bytes:
        """The position as a matrix.txt, with the times as they were read."""
        cdef char text[LARGEST_FILE]
        cdef size_t length = spell_matrix(&self.matrix, text, LARGEST_FILE)
        return text[:length]

    def choose(self, style: str, seed: int = 0, nodes: int = 0, seconds: float = 0.0) -> str:
        """The move that the program would make in that style; with neither nodes nor seconds,
        it takes its time from the file."""
        cdef bytes way = style.encode()
        cdef const char *way_word = way
        cdef Chance chance
        cdef Effort effort
        cdef char name[6]
        cdef int move
        if not is_style(way_word):
            raise ValueError(f"{style}: no such style")
        if outcome_of(&self.board) != c"U":
            raise ValueError("the game is over")
        chance.state = seed
        chance.state = next_random(&chance) + <unsigned long long>self.board.half_move
        effort.nodes = nodes
        effort.microseconds = (
            <int64_t>(seconds * 1e6) if seconds > 0.0 else time_to_spend(&self.matrix, 0.0)
        )
        effort.explain = False
        with nogil:
            move = choose_move(&self.board, way_word, &chance, &effort)
        name_move(name, &self.board, move)
        return name.decode()
