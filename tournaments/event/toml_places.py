"""A scanner for the places of keys in a TOML text: Python's reader of TOML keeps no lines.

The scanner reads only as much as it needs to find the keys, and only texts in which that reader
has found no error. A key has a path: ``("section", 0, "entrants", 2, "name")``. An element of a
list has a path, too, and its place is its beginning.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect
from collections import Counter
from typing import NamedTuple, TypeAlias

KeyPath: TypeAlias = tuple[str | int, ...]


class KeyPlace(NamedTuple):
    """Line and column, counted from 1, and the number of characters."""

    line: int
    column: int
    width: int


def lines_of(text: str) -> list[str]:
    """Return the lines of a TOML text: of the characters that end one elsewhere, most do not."""
    return text.replace("\r\n", "\n").removesuffix("\n").split("\n")


def find_places(text: str) -> dict[KeyPath, KeyPlace]:
    """Return the places of every key, every table and every element of a list."""
    scanner = _Scanner(text.replace("\r\n", "\n"))
    scanner.scan()
    return scanner.places


_BLANK = re.compile(r"(?:[ \t\n]|#[^\n]*)*")
_STRING = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'', re.DOTALL
)
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_BARE_VALUE = re.compile(r"[^,\]}#\n]+")


MOST_PARTS = 20
"""Most parts of a key: Python's reader of TOML takes time by the square of their number."""
_PART = r"""(?:[A-Za-z0-9_-]++|"(?:\\.|[^"\\\n])*+"|'[^'\n]*+')"""
_KEY_OR_TEXT = re.compile(
    r'''#[^\n]*|"""(?:\\.|[^\\]|\\\Z)*?(?:"{3,5}|\Z)'''
    r"""|'''.*?(?:'{3,5}|\Z)"""
    rf"|(?P<long_key>{_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{MOST_PARTS},}})"
    r"""|[A-Za-z0-9_-]++|"(?:\\.|[^"\\\n])*+"?|'[^'\n]*+'?""",
    re.DOTALL,
)
"""Comments, strings and keys; a string that is not closed goes on to the end."""


def long_key_place(text: str) -> KeyPlace | None:
    """Return the place of the first key of more than ``MOST_PARTS`` parts; None if none is long.

    The text need not be TOML, and is read in linear time.
    """
    for match in _KEY_OR_TEXT.finditer(text):
        if key := match["long_key"]:
            start = match.start()
            column = start - text.rfind("\n", 0, start)
            return KeyPlace(text.count("\n", 0, start) + 1, column, len(key))
    return None


class _Scanner:
    """A position in a text, and the places found up to it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0
        self.line_starts = [0, *(match.end() for match in re.finditer("\n", text))]
        self.places: dict[KeyPath, KeyPlace] = {}
        self.elements: Counter[KeyPath] = Counter()
        """Numbers of elements that lists of tables have up to the position."""

    def scan(self) -> None:
        """Scan the whole text: headers, and keys with their values."""
        table: KeyPath = ()
        while self._skip_blanks():
            if self._take("[["):
                table = self._header(listed=True)
            elif self._take("["):
                table = self._header(listed=False)
            else:
                self._pair(table)

    def _header(self, *, listed: bool) -> KeyPath:
        start = self.position
        *parents, last = self._keys(())
        path = (*self._resolved(parents), last)
        if listed:
            self._note(path, start)
            self.elements[path] += 1
            path = (*path, self.elements[path] - 1)
        self._note(path, start)
        self.position = self.text.index("]", self.position) + 1 + listed
        return path

    def _resolved(self, keys: list[str | int]) -> KeyPath:
        """Return the path that keys mean in a header; for a list of tables, its last table."""
        path: KeyPath = ()
        for key in keys:
            path = (*path, key)
            if path in self.elements:
                path = (*path, self.elements[path] - 1)
        return path

    def _pair(self, table: KeyPath) -> None:
        path = self._keys(table)
        self._skip_blanks()
        self._take("=")
        self._skip_blanks()
        self._value(path)

    def _keys(self, table: KeyPath) -> KeyPath:
        """Scan a key, or several joined by points, and note the place of each."""
        path = table
        while True:
            self._skip_blanks()
            start = self.position
            path = (*path, self._key())
            self._note(path, start)
            self._skip_blanks()
            if not self._take("."):
                return path

    def _key(self) -> str:
        match = _BARE_KEY.match(self.text, self.position)
        if match is not None:
            self.position = match.end()
            return match[0]
        return str(tomllib.loads(f"key = {self._string()}")["key"])

    def _string(self) -> str:
        match = _STRING.match(self.text, self.position)
        assert match is not None, "a text that tomllib has read"
        self.position = match.end()
        return match[0]

    def _value(self, path: KeyPath) -> None:
        if self._take("["):
            self._list(path)
        elif self._take("{"):
            self._table(path)
        elif self.text[self.position] in "\"'":
            self._string()
        else:
            match = _BARE_VALUE.match(self.text, self.position)
            assert match is not None, "a text that tomllib has read"
            self.position = match.end()

    def _list(self, path: KeyPath) -> None:
        index = 0
        while self._skip_blanks() and not self._take("]"):
            start = self.position
            self._value((*path, index))
            self._note((*path, index), start)
            index += 1
            self._skip_blanks()
            self._take(",")

    def _table(self, path: KeyPath) -> None:
        while self._skip_blanks() and not self._take("}"):
            self._pair(path)
            self._skip_blanks()
            self._take(",")

    def _skip_blanks(self) -> bool:
        """Skip blanks and comments; return whether text is left."""
        match = _BLANK.match(self.text, self.position)
        self.position = match.end() if match else self.position
        return self.position < len(self.text)

    def _take(self, mark: str) -> bool:
        is_present = self.text.startswith(mark, self.position)
        self.position += len(mark) * is_present
        return is_present

    def _note(self, path: KeyPath, start: int) -> None:
        line = bisect(self.line_starts, start)
        column = start - self.line_starts[line - 1] + 1
        width = len(self.text[start : self.position].split("\n")[0].rstrip())
        self.places.setdefault(path, KeyPlace(line, column, max(1, width)))
