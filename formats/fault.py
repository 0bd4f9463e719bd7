"""Faults, worded so that a person can mend them and a program can act on them.

A *kind* is a fault that can occur: a stable code and its sentences. A *fault* is one occurrence
of a kind, perhaps at a cell. A *diagnostic* is a fault with its place in a file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from formats.board import Cell
from formats.text import Language, Text


class Severity(StrEnum):
    """Severity of a fault: an error makes a file bad; a warning does not."""

    ERROR = "error"
    WARNING = "warning"


Place: TypeAlias = Cell | str | tuple[str | int, ...] | None
"""A cell of the board, the name of a field of matrix.txt, the path of a key, or no place."""


@dataclass(frozen=True, slots=True)
class FaultKind:
    """A fault that can occur; its code never changes its meaning, but its sentences may improve."""

    code: str
    text: Text
    hint: Text | None = None
    severity: Severity = Severity.ERROR
    text_for_request: Text | None = None
    """Sentence for a person who asks for such a move or pass, if it differs from ``text``."""

    def __call__(self, place: Place = None, /, **values: object) -> Fault:
        """Return a fault of this kind at a place, with values for its sentence."""
        return Fault(self, place, {"cell": place, **values})


@dataclass(frozen=True, slots=True)
class Fault:
    """An occurrence of a fault kind: at a cell, at a field, at a key, or at none of these."""

    kind: FaultKind
    place: Place = None
    values: Mapping[str, object] = field(default_factory=dict)

    def sentence(self, language: Language = "en") -> str:
        """Return what is wrong, in one sentence without a full stop."""
        return self.kind.text.say(language, self.values)

    @property
    def text(self) -> Text:
        """The sentence in every language."""
        return self.kind.text.filled(self.values)

    def hint(self, language: Language = "en") -> str | None:
        return self.hint_text.say(language) if self.hint_text else None

    @property
    def hint_text(self) -> Text | None:
        """The hint in every language."""
        return self.kind.hint.filled(self.values) if self.kind.hint else None

    @property
    def text_for_request(self) -> Text:
        """The sentence for a person who asks for something impossible, in every language."""
        return (self.kind.text_for_request or self.kind.text).filled(self.values)


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """A fault in a file; lines and columns count from 1, and it is ``width`` characters wide."""

    fault: Fault
    line: int
    column: int = 1
    width: int = 1
    severity: Severity = Severity.ERROR
    more: int = 0
    """Number of further faults of the kind that the file has and that are not listed."""

    @property
    def code(self) -> str:
        return self.fault.kind.code

    def sentence(self, language: Language = "en") -> str:
        """Return what is wrong, in one sentence without a full stop."""
        return self.fault.sentence(language)

    def hint(self, language: Language = "en") -> str | None:
        return self.fault.hint(language)
