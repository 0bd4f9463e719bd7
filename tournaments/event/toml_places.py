"""Where the keys of a TOML text stand: Python's reader of TOML keeps no lines.

This reads only as much as it takes to find the keys, of a text in which that reader has found
nothing wrong. A key is known by its path: ``("section", 0, "entrants", 2, "name")``; an element of
a list has a path too, and stands where it begins.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from typing import NamedTuple, TypeAlias

Path: TypeAlias = tuple[str | int, ...]


class KeyPlace(NamedTuple):
    """Line and column from 1, and how many characters are meant."""

    line: int
    column: int
    width: int


def places(text: str) -> dict[Path, KeyPlace]:
    """Where each key, each table and each element of a list stands."""
    scanner = _Scanner(text.replace("\r\n", "\n"))
    scanner.document()
    return scanner.found


_BLANK = re.compile(r"(?:[ \t\n]|#[^\n]*)*")
_STRING = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'', re.DOTALL
)
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_BARE_VALUE = re.compile(r"[^,\]}#\n]+")


class _Scanner:
    """A position in a text, and what was found up to there."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.found: dict[Path, KeyPlace] = {}
        self.elements: Counter[Path] = Counter()  # of lists of tables

    def document(self) -> None:
        """All of it: headers, and keys with their values."""
        table: Path = ()
        while self._next():
            if self._take("[["):
                table = self._header(listed=True)
            elif self._take("["):
                table = self._header(listed=False)
            else:
                self._pair(table)

    def _header(self, *, listed: bool) -> Path:
        start = self.at
        *parents, last = self._keys(())
        path = (*self._resolved(parents), last)
        if listed:
            self._note(path, start)
            self.elements[path] += 1
            path = (*path, self.elements[path] - 1)
        self._note(path, start)
        self.at = self.text.index("]", self.at) + 1 + listed
        return path

    def _resolved(self, keys: list[str | int]) -> Path:
        """The path that such keys mean in a header: of a list of tables, the last."""
        path: Path = ()
        for key in keys:
            path = (*path, key)
            if path in self.elements:
                path = (*path, self.elements[path] - 1)
        return path

    def _pair(self, table: Path) -> None:
        path = self._keys(table)
        self._next()
        self._take("=")
        self._next()
        self._value(path)

    def _keys(self, table: Path) -> Path:
        """A key, or several joined by points, each noted."""
        path = table
        while True:
            self._next()
            start = self.at
            path = (*path, self._key())
            self._note(path, start)
            self._next()
            if not self._take("."):
                return path

    def _key(self) -> str:
        match = _BARE_KEY.match(self.text, self.at)
        if match is not None:
            self.at = match.end()
            return match[0]
        return str(tomllib.loads(f"key = {self._string()}")["key"])

    def _string(self) -> str:
        match = _STRING.match(self.text, self.at)
        assert match is not None, "a text that tomllib has read"
        self.at = match.end()
        return match[0]

    def _value(self, path: Path) -> None:
        if self._take("["):
            self._list(path)
        elif self._take("{"):
            self._table(path)
        elif self.text[self.at] in "\"'":
            self._string()
        else:
            match = _BARE_VALUE.match(self.text, self.at)
            assert match is not None, "a text that tomllib has read"
            self.at = match.end()

    def _list(self, path: Path) -> None:
        index = 0
        while self._next() and not self._take("]"):
            start = self.at
            self._value((*path, index))
            self._note((*path, index), start)
            index += 1
            self._next()
            self._take(",")

    def _table(self, path: Path) -> None:
        while self._next() and not self._take("}"):
            self._pair(path)
            self._next()
            self._take(",")

    def _next(self) -> bool:
        """Goes on to what is no blank and no comment; whether there is more."""
        match = _BLANK.match(self.text, self.at)
        self.at = match.end() if match else self.at
        return self.at < len(self.text)

    def _take(self, mark: str) -> bool:
        taken = self.text.startswith(mark, self.at)
        self.at += len(mark) * taken
        return taken

    def _note(self, path: Path, start: int) -> None:
        line_start = self.text.rfind("\n", 0, start) + 1
        width = len(self.text[start : self.at].split("\n")[0].rstrip())
        place = KeyPlace(self.text.count("\n", 0, start) + 1, start - line_start + 1, max(1, width))
        self.found.setdefault(path, place)
