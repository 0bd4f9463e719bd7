"""A turn by which a bot has lost its game, with the facts that explain it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from itertools import islice

from formats.board import Board
from formats.fault import Diagnostic, Fault
from formats.game import Player, Position
from formats.matrix import Matrix, write_matrix
from referee.judge import JudgingOptions, WrittenFile, judge_file
from referee.program import Program
from referee.run_faults import Offence
from referee.turn import Turn
from referee.verdict import Ending

_MOST_READ = 16 << 20
_MOST_MOVES = 300
_MOST_LEFT = 100
"""Most bytes of an old file that are looked for at the end of the new one."""


@dataclass(frozen=True)
class LostTurn:
    """A lost turn, with all that was known when it was judged."""

    before: Matrix
    turn: Turn
    judging: JudgingOptions
    program: Program
    offence: Offence
    earlier: Sequence[str] = ()
    """The moves of the game before the turn."""
    usual: Decimal = Decimal(0)
    """Most seconds that the program took in other turns; 0 if unknown."""

    @property
    def position(self) -> Position:
        return self.before.position

    @property
    def player(self) -> Player:
        return self.before.position.player

    @property
    def given(self) -> bytes:
        """The file that the program was given."""
        return write_matrix(self.before).encode()

    @property
    def is_untouched(self) -> bool:
        return self.turn.run_result.file.data == self.given

    @property
    def was_appended_to(self) -> bool:
        """True if the program appended to the file that it was given."""
        before, data = self.given.strip(), self.turn.run_result.file.data.strip()
        return data.startswith(before) and len(data) > len(before)

    def has_end_of(self, given: bytes) -> bool:
        """Return whether the file is well-formed without what it has of the end of the given one.

        Then the program wrote over the given file and did not empty it.
        """
        data = self.turn.run_result.file.data
        if len(data) != len(given) or data == given:
            return False
        for length in range(len(data) - 1, max(0, len(data) - _MOST_LEFT), -1):
            if data[length] != given[length]:
                return False
            offence = self.judge(data[:length]).offence
            if offence is None or offence.ending is not Ending.MALFORMED_FILE:
                return True
        return False

    @cached_property
    def judged_file(self) -> WrittenFile | None:
        """The judged file of the bot; None if it left none or did not change it."""
        data = self.turn.run_result.file.data
        return None if not data or self.is_untouched else self.judge(data)

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Diagnostics of the file; empty if the game was lost by something else."""
        data = self.turn.run_result.file.data
        judgement = self.judge(data) if data else None
        if judgement is None or judgement.offence is None:
            return ()
        is_cause = judgement.offence.ending is self.offence.ending
        return judgement.diagnostics if is_cause else ()

    @property
    def board(self) -> Board | None:
        """The board that the bot wrote; None if it cannot be read or its size has changed."""
        reading = self.judged_file.reading if self.judged_file else None
        if reading is None or reading.board is None or reading.game != self.before.game:
            return None
        old, new = self.position.board, reading.board
        return new if (old.width, old.height) == (new.width, new.height) else None

    @property
    def move(self) -> str | None:
        """The move that the bot wrote; None if it is not legal."""
        move = self.judged_file.change.move if self.judged_file else None
        return None if move is None else str(move)

    @cached_property
    def content(self) -> bytes:
        try:
            with self.program.path.open("rb") as file:
                return file.read(_MOST_READ)
        except OSError:
            return b""

    def judge(self, data: bytes) -> WrittenFile:
        """Judge the file as if it had this content."""
        return judge_file(self.before.as_written, data, self.judging, self.earlier)

    def find_move(self, position: Position, board: Board) -> str | None:
        """Return the legal move that leads to the board; None if there is none."""
        move = self.before.game.infer_move(position, board)
        return None if isinstance(move, Fault) else str(move)

    def moves(self) -> Iterator[tuple[str, Board]]:
        """Yield legal moves with their boards; not all, if there are very many."""
        game = self.before.game
        for move in islice(game.moves(self.position), _MOST_MOVES):
            yield str(move), game.perform(self.position, move).board
