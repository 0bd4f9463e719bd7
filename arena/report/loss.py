"""Explanation of a turn that lost a game, for the author of the program."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from arena.drawing.frames import Looks
from formats.board import Board
from formats.fault import Diagnostic, Fault, Severity
from formats.matrix import write_matrix
from formats.text import LANGUAGES
from referee.diagnosis import cause_of_fault
from referee.diagnosis.lost_turn import LostTurn

_MOST_FAULTS = 8


@dataclass(frozen=True, slots=True)
class Loss:
    """A turn that lost a game: its files and faults."""

    before: str
    """File that the program read."""
    cause: Fault | None
    """Cause, if one is found."""
    diagnostics: tuple[Diagnostic, ...]
    """Faults of the file that the program left, as ``arena validate`` prints them."""
    boards: tuple[Board, Board] | None
    """Board before, and board as written, where it can be read."""

    def as_data(self, looks: Looks) -> Mapping[str, object]:
        """Return the data for the page."""
        data: dict[str, object] = {
            "before": self.before,
            "faults": list(map(_diagnostic_data, self._shown_diagnostics)),
        }
        if self.cause:
            data |= {"cause": _in_all_languages(self.cause)}
        if self.boards:
            data |= {"boards": [looks.grid(board) for board in self.boards]}
        return data

    @property
    def _shown_diagnostics(self) -> list[Diagnostic]:
        """Diagnostics to show, errors first: a warning has lost no game."""
        ordered = sorted(
            self.diagnostics, key=lambda diagnostic: diagnostic.severity is Severity.WARNING
        )
        return ordered[:_MOST_FAULTS]


def loss_of(turn: LostTurn) -> Loss:
    """Return the explanation of the turn."""
    return Loss(
        write_matrix(turn.before.as_written),
        cause_of_fault(turn),
        turn.diagnostics,
        (turn.position.board, turn.board) if turn.board else None,
    )


def _diagnostic_data(diagnostic: Diagnostic) -> Mapping[str, object]:
    return {
        "line": diagnostic.line,
        "severity": diagnostic.severity,
        **_in_all_languages(diagnostic.fault),
    }


def _in_all_languages(fault: Fault) -> dict[str, object]:
    """Return the sentence and the hint of the fault, in all languages."""
    data: dict[str, object] = {"text": [fault.sentence(language) for language in LANGUAGES]}
    if fault.kind.hint:
        data["hint"] = [fault.hint(language) for language in LANGUAGES]
    return data
