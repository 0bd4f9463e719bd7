"""A turn by which a bot has lost its game, and what can be looked up about it."""

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
from referee.judge import Rules, WrittenFile, judge_file
from referee.program import Program
from referee.run_faults import Offence
from referee.turn import Turn

_MOST_READ = 16 << 20
_MOST_MOVES = 300


@dataclass(frozen=True)
class LostTurn:
    """It, with all that was known when it was judged."""

    before: Matrix
    turn: Turn
    rules: Rules
    program: Program
    offence: Offence
    earlier: Sequence[str] = ()
    """The moves of the game before it."""
    usual: Decimal = Decimal(0)
    """The most seconds that the program took in other turns, where that is known."""

    @property
    def position(self) -> Position:
        return self.before.position

    @property
    def player(self) -> Player:
        return self.before.position.player

    @property
    def is_untouched(self) -> bool:
        return self.turn.happened.file.data == write_matrix(self.before).encode()

    @property
    def was_appended_to(self) -> bool:
        """Return whether more stands below the file that the program was given."""
        before = write_matrix(self.before).encode().strip()
        data = self.turn.happened.file.data.strip()
        return data.startswith(before) and len(data) > len(before)

    @cached_property
    def written(self) -> WrittenFile | None:
        """What it made of the file, if it left one that it has changed."""
        data = self.turn.happened.file.data
        return None if not data or self.is_untouched else self.judged(data)

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What is wrong with the file, unless the game was lost by something else."""
        data = self.turn.happened.file.data
        judged = self.judged(data) if data else None
        if judged is None or judged.offence is None:
            return ()
        is_cause = judged.offence.ending is self.offence.ending
        return judged.diagnostics if is_cause else ()

    @property
    def board(self) -> Board | None:
        """The board that it wrote, if that can be read and has the size that it had."""
        reading = self.written.reading if self.written else None
        if reading is None or reading.board is None or reading.game != self.before.game:
            return None
        old, new = self.position.board, reading.board
        return new if (old.width, old.height) == (new.width, new.height) else None

    @property
    def move(self) -> str | None:
        """The move that it wrote, if that is legal."""
        made = self.written.change.move if self.written else None
        return None if made is None else str(made)

    @cached_property
    def content(self) -> bytes:
        try:
            with self.program.path.open("rb") as file:
                return file.read(_MOST_READ)
        except OSError:
            return b""

    def judged(self, data: bytes) -> WrittenFile:
        """What would be said of the file if this were in it."""
        return judge_file(self.before.as_told, data, self.rules, self.earlier)

    def traced(self, position: Position, board: Board) -> str | None:
        """The legal move that makes this of the board there, if there is one."""
        move = self.before.game.infer_move(position, board)
        return None if isinstance(move, Fault) else str(move)

    def moves(self) -> Iterator[tuple[str, Board]]:
        """Legal moves, and what each makes of the board; not all, where they are very many."""
        game = self.before.game
        for move in islice(game.moves(self.position), _MOST_MOVES):
            yield str(move), game.perform(self.position, move).board
