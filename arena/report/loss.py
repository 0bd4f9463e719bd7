"""What the author of a program is told of the turn by which it has lost a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from arena.drawing.frames import Looks
from formats.board import Board
from formats.fault import Diagnostic, Fault, Severity
from formats.matrix import write_matrix
from formats.text import LANGUAGES
from referee.diagnosis import slip
from referee.diagnosis.lost_turn import LostTurn

_MOST_FAULTS = 8


@dataclass(frozen=True, slots=True)
class Loss:
    before: str
    """The file that it was given."""
    slip: Fault | None
    """What explains it, if anything does."""
    diagnostics: tuple[Diagnostic, ...]
    """What is wrong with the file that it left, as ``arena validate`` says it."""
    boards: tuple[Board, Board] | None
    """The board before, and as it was written, where that can be read."""

    def told(self, looks: Looks) -> Mapping[str, object]:
        """For the page."""
        told: dict[str, object] = {"before": self.before, "faults": list(map(_told, self._shown))}
        if self.slip:
            told |= {"slip": _in_all(self.slip)}
        if self.boards:
            told |= {"boards": [looks.grid(board) for board in self.boards]}
        return told

    @property
    def _shown(self) -> list[Diagnostic]:
        """Errors first: a warning has lost no game."""
        ordered = sorted(self.diagnostics, key=lambda one: one.severity is Severity.WARNING)
        return ordered[:_MOST_FAULTS]


def loss_of(turn: LostTurn) -> Loss:
    """What can be said of that turn."""
    return Loss(
        write_matrix(turn.before.as_written),
        slip(turn),
        turn.diagnostics,
        (turn.position.board, turn.board) if turn.board else None,
    )


def _told(one: Diagnostic) -> Mapping[str, object]:
    return {"line": one.line, "severity": one.severity, **_in_all(one.fault)}


def _in_all(fault: Fault) -> dict[str, object]:
    """Its sentence and its hint, in all languages."""
    told: dict[str, object] = {"text": [fault.sentence(language) for language in LANGUAGES]}
    if fault.kind.hint:
        told["hint"] = [fault.hint(language) for language in LANGUAGES]
    return told
