# The player as a Python class, for tests and analysis.
#
# Expected before: program.pxi and what that expects, `player_at`, and `perft_of`.

from libc.stdint cimport uint64_t

from bot.common.chance cimport next_random
from bot.common.matrix_file cimport LARGEST_FILE, parse_matrix, format_matrix


cdef str name_of(const Board *board, int move):
    cdef char name[6]
    name_move(name, board, move)
    return name.decode()


cdef class BoardPosition:
    """A position of a game, from the text of a matrix.txt; ValueError if it is malformed."""

    cdef Matrix matrix
    cdef Board board

    def __init__(self, text: bytes) -> None:
        cdef const char *fault
        # `parse_matrix` changes the text, and stops at a NUL.
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
        """Return the moves of the player to move, even if the game is over."""
        cdef Moves moves
        cdef int n
        list_moves(&moves, &self.board)
        return [name_of(&self.board, moves.moves[n]) for n in range(moves.count)]

    def step(self, name: str) -> None:
        """Make a move; raise ValueError if it is not legal."""
        cdef Moves moves
        if outcome_of(&self.board) != c"U":
            raise ValueError("the game is over")
        if name not in self.steps():
            raise ValueError(f"{name} is not a legal move here")
        list_moves(&moves, &self.board)
        play(&self.matrix, &self.board, moves.moves[self.steps().index(name)], LAST_HALF_MOVE)
        self.matrix.player = player_at(self.board.half_move)
        self.matrix.half_move = self.board.half_move

    def outcome(self) -> str:
        """Return the winner; D for a draw, U while the game goes on."""
        return chr(outcome_of(&self.board))

    def perft(self, depth: int) -> int:
        """Return the number of sequences of ``depth`` moves."""
        cdef int levels = depth
        cdef uint64_t total
        with nogil:
            total = perft_of(&self.board, levels)
        return total

    def file(self) -> bytes:
        """Return the position as a matrix.txt, with the times as they were read."""
        cdef char text[LARGEST_FILE]
        cdef size_t length = format_matrix(&self.matrix, text, LARGEST_FILE)
        return text[:length]

    def choose(self, style: str, seed: int = 0, nodes: int = 0, seconds: float = 0.0) -> str:
        """Return the move of a style; without nodes and seconds, the file's time is the limit."""
        cdef bytes way = style.encode()
        cdef const char *way_word = way
        cdef Chance chance
        cdef Effort effort
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
        effort.limit = LAST_HALF_MOVE
        effort.explain = False
        with nogil:
            move = choose_move(&self.board, way_word, &chance, &effort)
        return name_of(&self.board, move)
