# cython: language_level=3, cdivision=True, boundscheck=False, wraparound=False
"""The players of MMPeshki: a program that makes a move, and a Python class.

`bot_main` is the whole program. `Position` is for tests and analysis.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.math cimport exp
from libc.stdint cimport int64_t

from bot.common.clock cimport wall_microseconds
from bot.mmpeshki.board cimport (
    LAST_HALF_MOVE, Board, Moves, after, list_moves, name_move, outcome_of, player_at,
    read_board_of,
)
from bot.mmpeshki.search.endings cimport WIN
from bot.mmpeshki.perft cimport perft_of
from bot.mmpeshki.search.alpha_beta cimport search_board
from bot.mmpeshki.search.state cimport NODES_A_LOOK, Search
from bot.mmpeshki.proof.solve cimport (
    EASY_NODES, MOST_HALF_MOVES, aim, is_proof, prove, shorten, start_solving, stop_solving,
)
from bot.mmpeshki.styles cimport (
    LEAST_LIKED, NODES_A_MICROSECOND, NODES_WITHOUT_TIME, WIDEST, begin_search, key_of, liking,
    moves_to_plan_for, play,
)
from bot.common.transposition cimport NO_MOVE, USUAL_MEGABYTES

from bot.solution import UNPROVEN, Progress, Solution, Value


STYLES = ("champion", "greedy", "random")


include "../alpha_beta/styles.pxi"
include "../alpha_beta/program.pxi"
include "../alpha_beta/position.pxi"


cdef class Position(BoardPosition):
    """A position of a game, from the text of a matrix.txt; ValueError if that is malformed."""

    def solve(
        self, seconds: float, limit: int | None = None, tell=None, all_moves: bool = True,
        megabytes: int = USUAL_MEGABYTES, easy: int = EASY_NODES, cores: int = 1,
        notes: str = "", nodes: int = 0,
    ) -> Solution:
        """Return the value of the position, after ``seconds`` at most."""
        if outcome_of(&self.board) not in b"UD" or self.board.half_move > (limit or LAST_HALF_MOVE):
            raise ValueError("the game is over")
        solver = Solver(self, seconds, limit or LAST_HALF_MOVE, tell, megabytes, easy, cores, notes)
        solver.most_nodes = nodes
        return solver.solution(all_moves)


cdef void tell_listener(Search *search) noexcept with gil:
    (<Solver>search.listener).listen()


cdef class Solver:
    """The solver of a position, whose half-moves are renumbered to keep scores in range."""

    cdef Search search
    cdef Board board
    cdef object tell, interrupted
    cdef bytes notes
    cdef str best
    cdef int64_t start, deadline, next_told, easy, most_nodes

    def __init__(
        self, position: Position, seconds: float, limit: int, tell, megabytes: int, easy: int,
        cores: int, notes: str,
    ) -> None:
        cdef int before = (position.board.half_move - 1) & ~1
        self.board = position.board
        self.board.half_move -= before
        self.tell, self.easy, self.best = tell, easy, ""
        self.start = wall_microseconds()
        self.deadline = self.start + <int64_t>(seconds * 1e6)
        # The search has at most ten nodes in a microsecond.
        if not start_solving(
            &self.search, min(limit - before, MOST_HALF_MOVES), <int64_t>(seconds * 1e7 * cores),
            megabytes, cores,
        ):
            raise MemoryError
        self.notes = notes.encode()
        if notes:
            self.search.notes.path = self.notes
        self.search.listener = <void *>self
        self.search.tell = &tell_listener

    def __dealloc__(self) -> None:
        stop_solving(&self.search)

    cdef void listen(self) noexcept:
        """Report the progress a few times a second, and check for Control-C."""
        cdef int64_t now = wall_microseconds()
        if now < self.next_told:
            return
        self.next_told = now + 200000
        try:
            PyErr_CheckSignals()
            if self.search.root == self.board.half_move and self.search.best != NO_MOVE:
                self.best = name_of(&self.board, self.search.best)
            if self.tell is not None:
                nodes = self.search.nodes + self.search.nodes_beside
                self.tell(Progress(self.search.depth, nodes, (now - self.start) / 1e6, self.best))
        except BaseException as error:
            self.interrupted = error
            self.search.stopped = True

    def solution(self, all_moves: bool) -> Solution:
        """Prove the position and its moves, shorten the proof, and go on with unproven moves."""
        cdef Moves legal
        cdef int score, best
        self.think(&self.board, self.deadline)
        self.search.notes.path = NULL
        best, score, proven = self.search.best, self.search.score, self.search.proven
        if best == NO_MOVE:
            # Every move loses at once.
            list_moves(&legal, &self.board)
            best = legal.moves[0]
        self.best = name_of(&self.board, best)
        moves, shortest = {}, False
        if all_moves:
            self.weigh_moves(moves, (wall_microseconds() + self.deadline) // 2)
        if proven and is_proof(score) and all_moves:
            aim(&self.search, &self.board, self.deadline)
            self.search.best = best
            with nogil:
                shortest = shorten(&self.search, &self.board, &score)
            self.best = name_of(&self.board, self.search.best)
            self.check()
        value = self.value_of(&self.board, score, proven, shortest)
        if all_moves and proven and (score > 0 or shortest):
            moves[self.best] = value
        if proven and score < 0:
            # All moves lose, none of them later than the best one.
            for move, other in moves.items():
                if not other.proven or other.half_moves > value.half_moves:
                    moves[move] = Value(value.winner, value.half_moves)
        while not all([value.proven for value in moves.values()]):
            if wall_microseconds() >= self.deadline:
                break
            self.weigh_moves(moves, self.deadline)
        seconds = (wall_microseconds() - self.start) / 1e6
        return Solution(value, self.best, moves, self.search.nodes, seconds)

    cdef think(self, const Board *board, int64_t deadline):
        aim(&self.search, board, deadline)
        if self.most_nodes:
            self.search.most_nodes = self.search.next_look = self.search.nodes + self.most_nodes
        with nogil:
            prove(&self.search, board, self.easy)
        self.check()

    cdef check(self):
        if self.search.notes.fault != NULL:
            raise OSError(f"{self.notes.decode()}: {self.search.notes.fault.decode()}")
        if self.interrupted is not None:
            raise self.interrupted

    cdef weigh_moves(self, dict values, int64_t deadline):
        """Search the moves that are not proven yet; they share the time until the deadline."""
        cdef Moves moves
        cdef Board child
        cdef int n, left
        cdef int64_t now
        list_moves(&moves, &self.board)
        left = moves.count - sum(value.proven for value in values.values())
        for n in range(moves.count):
            move = name_of(&self.board, moves.moves[n])
            if move in values and values[move].proven:
                continue
            child = after(&self.board, moves.moves[n])
            now = wall_microseconds()
            values[move] = self.value_after(&child, now + max(0, deadline - now) // left)
            left -= 1

    cdef value_after(self, const Board *child, int64_t deadline):
        """Return the value of a move for the player who makes it."""
        if outcome_of(child) in b"AB":
            return Value(chr(outcome_of(child)), 1, True)
        if child.half_move > self.search.limit:
            return Value("D", 1, True)
        self.think(child, deadline)
        return self.value_of(child, self.search.score, self.search.proven, False)

    cdef value_of(self, const Board *board, int score, bint proven, bint shortest):
        """Return a score of a board as a value with half-moves and chances of the root."""
        cdef int sign = 1 if board.half_move == self.board.half_move else -1
        if not proven:
            return Value(UNPROVEN, chance=1 / (1 + exp(-sign * score / 100.0)))
        if not is_proof(score):
            return Value("D", self.search.limit - self.board.half_move + 1)
        winner = chr(player_at(board.half_move + (score < 0)))
        return Value(winner, WIN - abs(score) - self.board.half_move + 1, shortest)
