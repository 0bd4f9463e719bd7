"""What can be wrong, told so that a person can mend it and a program can act on it.

A *kind* is a fault that can occur: a stable code and its sentences. A *fault* is one occurrence
of it, on a cell perhaps. A *diagnostic* is a fault with its place in a file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from formats.board import Cell
from formats.text import Language, Text


class Severity(StrEnum):
    """An error makes a file bad; a warning does not."""

    ERROR = "error"
    WARNING = "warning"


Place: TypeAlias = Cell | str | None
"""A cell of the board, or a field of matrix.txt by its name, or nowhere in particular."""


@dataclass(frozen=True, slots=True)
class FaultKind:
    """A fault that can occur. Its code never changes its meaning; its sentences may improve."""

    code: str
    text: Text
    hint: Text | None = None
    severity: Severity = Severity.ERROR
    asked: Text | None = None
    """The sentence for a person who wanted to do it, where nothing has been done yet."""

    def __call__(self, place: Place = None, /, **values: object) -> Fault:
        """This fault, occurring now: at that place, with those values in its sentence."""
        return Fault(self, place, {"cell": place, **values})


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that is wrong, without a place in a file."""

    kind: FaultKind
    place: Place = None
    values: Mapping[str, object] = field(default_factory=dict)

    def sentence(self, language: Language = "en") -> str:
        """What is wrong, in one sentence without a full stop."""
        return self.kind.text.say(language, self.values)

    @property
    def text(self) -> Text:
        """The same sentence in every language."""
        return self.kind.text.filled(self.values)

    def hint(self, language: Language = "en") -> str | None:
        return self.kind.hint.say(language, self.values) if self.kind.hint else None

    @property
    def answer_text(self) -> Text:
        """Why it cannot be done, to a person who wanted to, in every language."""
        return (self.kind.asked or self.kind.text).filled(self.values)

    def answer(self, language: Language = "en") -> str:
        """Return why it cannot be done, to a person who wanted to."""
        return self.answer_text.say(language)


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """A fault in a file: lines and columns count from 1, and it is ``width`` characters wide."""

    fault: Fault
    line: int
    column: int = 1
    width: int = 1
    severity: Severity = Severity.ERROR
    more: int = 0
    """How many more of its kind the file has that are not listed."""

    @property
    def code(self) -> str:
        return self.fault.kind.code

    def sentence(self, language: Language = "en") -> str:
        """What is wrong, in one sentence without a full stop."""
        return self.fault.sentence(language)

    def hint(self, language: Language = "en") -> str | None:
        return self.fault.hint(language)
