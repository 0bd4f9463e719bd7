"""A scanner for the places of keys in a TOML text: Python's reader of TOML keeps no lines.

The scanner reads only as much as it needs to find the keys, and only texts in which that reader
has found no error. A key has a path: ``("section", 0, "entrants", 2, "name")``. An element of a
list has a path, too, and its place is its beginning.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from typing import NamedTuple, TypeAlias

Path: TypeAlias = tuple[str | int, ...]


class KeyPlace(NamedTuple):
    """Line and column, counted from 1, and the number of characters."""

    line: int
    column: int
    width: int


def find_places(text: str) -> dict[Path, KeyPlace]:
    """Return the places of every key, every table and every element of a list."""
    scanner = _Scanner(text.replace("\r\n", "\n"))
    scanner.document()
    return scanner.places


_BLANK = re.compile(r"(?:[ \t\n]|#[^\n]*)*")
_STRING = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'', re.DOTALL
)
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_BARE_VALUE = re.compile(r"[^,\]}#\n]+")


class _Scanner:
    """A position in a text, and the places found up to it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.places: dict[Path, KeyPlace] = {}
        self.elements: Counter[Path] = Counter()
        """Numbers of elements that lists of tables have up to the position."""

    def document(self) -> None:
        """Scan the whole text: headers, and keys with their values."""
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
        """Return the path that keys mean in a header; for a list of tables, its last table."""
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
        """Scan a key, or several joined by points, and note the place of each."""
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
        """Skip blanks and comments; return whether text is left."""
        match = _BLANK.match(self.text, self.at)
        self.at = match.end() if match else self.at
        return self.at < len(self.text)

    def _take(self, mark: str) -> bool:
        is_present = self.text.startswith(mark, self.at)
        self.at += len(mark) * is_present
        return is_present

    def _note(self, path: Path, start: int) -> None:
        line_start = self.text.rfind("\n", 0, start) + 1
        width = len(self.text[start : self.at].split("\n")[0].rstrip())
        place = KeyPlace(self.text.count("\n", 0, start) + 1, start - line_start + 1, max(1, width))
        self.places.setdefault(path, place)
