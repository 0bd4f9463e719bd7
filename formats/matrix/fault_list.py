"""The faults of a file that is being read."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from formats.fault import Diagnostic, Fault, FaultKind, Severity
from formats.lookalikes import in_latin, name_of
from formats.matrix.source import Word

MOST_OF_A_KIND = 8
"""So many faults of a kind are listed; of the others only the number is given."""


class FaultList:
    """Collects diagnostics; decides whether look-alike letters are errors."""

    def __init__(self, encoding: str, *, lenient: bool) -> None:
        self._listed: list[Diagnostic] = []
        self._count: Counter[str] = Counter()
        self._encoding = encoding
        self._lenient = lenient

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """The diagnostics to show; the last of each kind also has the number of those not shown."""
        last = {diagnostic.code: n for n, diagnostic in enumerate(self._listed)}
        return [
            replace(diagnostic, more=max(0, self._count[diagnostic.code] - MOST_OF_A_KIND))
            if last[diagnostic.code] == n
            else diagnostic
            for n, diagnostic in enumerate(self._listed)
        ]

    def add(self, fault: Fault, word: Word) -> None:
        """Add a fault of a whole word."""
        self._add(fault, word, fault.kind.severity)

    def warn(self, fault: Fault, word: Word) -> None:
        """Add a fault of a whole word as a warning."""
        self._add(fault, word, Severity.WARNING)

    def only_counts(self, kind: FaultKind) -> bool:
        """Return whether enough faults of the kind are listed; if so, count one more."""
        is_full = self._count[kind.code] >= MOST_OF_A_KIND
        self._count[kind.code] += is_full
        return is_full

    def _add(self, fault: Fault, word: Word, severity: Severity) -> None:
        width = max(1, len(word.text))
        self.take(Diagnostic(fault, word.line, word.column, width, severity))

    def take(self, diagnostic: Diagnostic) -> None:
        """Add a diagnostic from elsewhere, with its place."""
        self._count[diagnostic.code] += 1
        if self._count[diagnostic.code] <= MOST_OF_A_KIND:
            self._listed.append(diagnostic)

    def latin(self, word: Word, allowed: str, kind: FaultKind) -> str:
        """Return the word with Latin letters for Cyrillic ones, if that makes all of it allowed."""
        latin = in_latin(word.text, allowed)
        if latin == word.text or not set(latin).issubset(allowed):
            return word.text
        for character in dict.fromkeys(word.text):
            if character not in allowed:
                self._add_look_alike(word, character, in_latin(character, allowed), kind)
        return latin

    def _add_look_alike(self, word: Word, character: str, latin: str, kind: FaultKind) -> None:
        """Add the fault of a letter, at its first occurrence in the word."""
        severity = Severity.WARNING if self._lenient else Severity.ERROR
        place = word._replace(text=character, column=word.column + word.text.index(character))
        fault = kind(
            text=word.quote,
            name=name_of(character),
            encoding=self._encoding,
            latin=latin,
        )
        self._add(fault, place, severity)
