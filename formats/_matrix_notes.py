"""What has been found wrong with a file so far, while it is being read."""

from __future__ import annotations

from formats._matrix_text import Word
from formats.fault import Diagnostic, Fault, Kind, Severity
from formats.letters import in_latin, name_of


class Notes:
    """Collects diagnostics; knows how strict to be about letters."""

    def __init__(self, encoding: str, *, lenient: bool) -> None:
        self.found: list[Diagnostic] = []
        self._encoding = encoding
        self._lenient = lenient

    def add(self, fault: Fault, word: Word) -> None:
        """A fault of a whole word."""
        width = max(1, len(word.text))
        self.found.append(Diagnostic(fault, word.line, word.column, width, fault.kind.severity))

    def latin(self, word: Word, allowed: str, kind: Kind) -> str:
        """The word, with Latin letters for Cyrillic ones if that makes all of it allowed."""
        latin = in_latin(word.text, allowed)
        if latin == word.text or any(c not in allowed for c in latin):
            return word.text
        severity = Severity.WARNING if self._lenient else Severity.ERROR
        for index, (character, right) in enumerate(zip(word.text, latin, strict=True)):
            if character != right:
                fault = kind(
                    text=word.quote,
                    name=name_of(character),
                    encoding=self._encoding,
                    latin=right,
                )
                column = word.column + index
                self.found.append(Diagnostic(fault, word.line, column, 1, severity))
        return latin
