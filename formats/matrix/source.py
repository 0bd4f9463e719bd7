"""The lines of a matrix.txt, and the faults found in them so far.

Bytes become text, text becomes lines of words with their places, and the lines are divided into
header, board and footer, even if some are missing.
"""

from __future__ import annotations

import codecs
import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import NamedTuple

from formats.fault import Diagnostic, Fault, FaultKind, Severity
from formats.games import every_cell
from formats.lookalikes import in_latin, latin_by_look_alike, name_of
from formats.matrix import faults
from formats.printable import escape_unprintable

_MOST_QUOTED = 40
_RUSSIAN = "АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдеёжзийклмнопрстуфхцчшщъыьэюя"
_ASCII = bytes(range(0x80))
_ASCII_AND_RUSSIAN = _ASCII + _RUSSIAN.encode("cp1251")
_LETTERS = "ABDU"
"""Letters that can occur in the header."""
_RUSSIAN_ENCODINGS = {"CP1251": "cp1251", "CP866": "cp866", "KOI8-R": "koi8-r"}
"""One-byte encodings of Russian by their usual names, in the order in which they are tried."""
BLANKS = " \t\r"
_NO_BLANKS = str.maketrans("", "", BLANKS)
# Limit for hostile files.
_MOST_WORDS = 50
_TAG_OF_RECORD = re.compile(r'\s*\[[A-Za-z]\w* "')
_WORD = re.compile(r"[^ \t\r]+")


class Word(NamedTuple):
    """A run of characters with its place; lines and columns count from 1."""

    text: str
    line: int
    column: int

    @property
    def quote(self) -> str:
        """The word as a sentence can show it: shortened, with nothing unprintable."""
        shown = self.text if len(self.text) <= _MOST_QUOTED else self.text[:_MOST_QUOTED] + "…"
        return escape_unprintable(shown)


class Line(NamedTuple):
    """A line that is not blank; its parts are made on demand, since there may be very many."""

    source: str
    number: int
    text: str
    """The line without blanks at its ends."""

    @property
    def is_one_word(self) -> bool:
        return is_one_word(self.text)

    @property
    def word_count(self) -> int:
        return len(_WORD.findall(self.text))

    @property
    def words(self) -> list[Word]:
        """The words, each with its place; the last of very many is the rest of the line."""
        starts = [match.start() for match in islice(_WORD.finditer(self.source), _MOST_WORDS)]
        ends = [*starts[1:], len(self.source)]
        return [
            Word(self.source[start:end].rstrip(BLANKS), self.number, start + 1)
            for start, end in zip(starts, ends, strict=True)
        ]

    @property
    def whole(self) -> Word:
        return Word(self.text, self.number, self.source.index(self.text[0]) + 1)

    @property
    def first(self) -> Word:
        return self.whole._replace(text=first_word(self.text))

    @property
    def value(self) -> Word:
        """Everything after the first word, with single blanks between words."""
        word = self.words[:2][-1]
        return word._replace(text=" ".join(_WORD.findall(self.text)[1:]))


def is_one_word(text: str) -> bool:
    return " " not in text and "\t" not in text and "\r" not in text


def first_word(text: str) -> str:
    match = _WORD.search(text)
    return match[0] if match else ""


def without_blanks(text: str) -> str:
    """Return the text without blanks; lines stay lines."""
    return text.translate(_NO_BLANKS)


class Source(NamedTuple):
    """A file as text."""

    text: str
    encoding: str
    old_line_ends: bool = False
    """True if lines ended with CR alone, as on the first Macs."""

    @property
    def shown(self) -> tuple[str, ...]:
        """The lines of the file, as they are shown to a person."""
        return tuple(line.rstrip("\r") for line in self.text.split("\n"))

    @property
    def lines(self) -> list[Line]:
        numbered = enumerate(self.text.split("\n"), start=1)
        return [
            Line(line, number, text) for number, line in numbered if (text := line.strip(BLANKS))
        ]


def decode(data: bytes) -> tuple[Source, Diagnostic | None]:
    """Return the file as text and, if it is no text, a diagnostic."""
    if len(data) > faults.LARGEST:
        return Source("", "UTF-8"), Diagnostic(faults.TOO_LARGE(), 1)
    if _is_utf_16(data):
        return Source("", "UTF-16"), Diagnostic(faults.UTF_16(), 1)
    data = data.removeprefix(codecs.BOM_UTF8)
    source, wrong_index = _decode(data)
    if b"\0" in data:
        fault = faults.NUL_BYTES(count=data.count(b"\0"))
        return source, _diagnostic_at(data, data.index(b"\0"), fault, source.encoding)
    if wrong_index is not None:
        fault = faults.WRONG_ENCODING(byte=f"0x{data[wrong_index]:02X}")
        return source, _diagnostic_at(data, wrong_index, fault, source.encoding)
    if not source.text.strip(BLANKS + "\n"):
        return source, Diagnostic(faults.EMPTY(), 1)
    record = Diagnostic(faults.RECORD(), 1) if begins_as_record(source.text) else None
    return _with_line_feeds(source), record


def begins_as_record(text: str) -> bool:
    """Return whether a text begins with a tag, as the record of a game does."""
    return _TAG_OF_RECORD.match(text) is not None


def _with_line_feeds(source: Source) -> Source:
    if "\n" in source.text or "\r" not in source.text.strip(BLANKS):
        return source
    return source._replace(text=source.text.replace("\r", "\n"), old_line_ends=True)


def _is_utf_16(data: bytes) -> bool:
    """Return whether there is a mark of UTF-16, or a NUL beside each Latin letter."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return True
    return len(data) > 2 and any(data) and not (any(data[::2]) and any(data[1::2]))


def _decode(data: bytes) -> tuple[Source, int | None]:
    """Return the file in UTF-8 or a Russian encoding, and the index of a byte that fits neither."""
    try:
        return Source(data.decode("utf-8"), "UTF-8"), None
    except UnicodeDecodeError as error:
        for name, encoding in _RUSSIAN_ENCODINGS.items():
            if not data.translate(None, _ASCII + _look_alike_bytes(every_cell(), encoding)):
                return Source(data.decode(encoding), name), None
        if not data.translate(None, _ASCII_AND_RUSSIAN):
            return Source(data.decode("cp1251"), "CP1251"), None
        return Source(data.decode("utf-8", "backslashreplace"), "UTF-8"), error.start


@cache
def _look_alike_bytes(cells: str, encoding: str) -> bytes:
    """Return the letters that look like those of a header or like cells, in that encoding."""
    letters = latin_by_look_alike(_LETTERS + cells)
    return "".join(map(chr, letters)).encode(encoding, "ignore")


def _diagnostic_at(data: bytes, index: int, fault: Fault, encoding: str) -> Diagnostic:
    line_start = data.rfind(b"\n", 0, index) + 1
    before = data[line_start:index].decode(encoding, "backslashreplace")
    return Diagnostic(fault, data.count(b"\n", 0, index) + 1, len(before) + 1)


HEADER_LINES = 3
_SHORTEST_CLEAR_ROW = 3
_MOST_FIELDS = 3
_MOST_KINDS_OF_CELLS = 5
# A row is searched for among so many lines, and so many decide the length of a row: no file that
# people or their programs write needs more.
_MOST_LOOKED_AT = 300
_DIGITS = frozenset("0123456789")


class Parts(NamedTuple):
    """The lines of a file by their purpose."""

    header: Sequence[Line]
    extra: Sequence[Line]
    board: Sequence[Line]
    footer: Sequence[Line]


def split(lines: Sequence[Line], cells: str, keys: Collection[str]) -> Parts:
    """Divide a file whose board is made of these cells and whose footer begins with these keys."""
    header = 0
    while header < min(HEADER_LINES, len(lines)) and not _starts_a_board(lines[header:], cells):
        header += 1
    end = _first_with_key(lines, header, keys)
    width = _usual_width(lines[header:end])

    def is_a_row(number: int) -> bool:
        return _is_a_row(lines[number], cells, width)

    near_start = range(header, min(end, header + _MOST_LOOKED_AT))
    board = next(filter(is_a_row, near_start), end)
    near_end = range(end - 1, max(board, end - _MOST_LOOKED_AT) - 1, -1)
    footer = next(filter(is_a_row, near_end), end - 1) + 1
    return Parts(lines[:header], lines[header:board], lines[board:footer], lines[footer:])


def _first_with_key(lines: Sequence[Line], start: int, keys: Collection[str]) -> int:
    """Return the index of the first line that begins with a key, or the number of lines."""
    initials = {initial for key in keys for initial in (key[0], key[0].upper())}
    for number in range(start, len(lines)):
        text = lines[number].text
        if text[0] in initials and first_word(text).lower() in keys:
            return number
    return len(lines)


def _starts_a_board(lines: Sequence[Line], cells: str) -> bool:
    """Return whether the first line is clearly a row, though a header line may be due."""
    text, *others = [_row_text(line) for line in lines[:2]]
    if len(text) < _SHORTEST_CLEAR_ROW:
        return False
    known = _count_cells(text, cells)
    if known == len(text) or ("-" in text and 2 * known >= len(text)):
        return True
    return bool(others) and len(others[0]) == len(text) and _DIGITS.isdisjoint(text)


def _row_text(line: Line) -> str:
    return line.text if line.is_one_word else ""


def _usual_width(lines: Sequence[Line]) -> int | None:
    """Return the commonest width of rows of whatever characters; None if no two rows agree."""
    rows = map(_row_text, lines[:_MOST_LOOKED_AT])
    widths = Counter(len(row) for row in rows if len(row) >= _SHORTEST_CLEAR_ROW)
    return next((width for width, count in widths.most_common(1) if count > 1), None)


def _is_a_row(line: Line, cells: str, width: int | None) -> bool:
    """Return whether at least half of the line is cells, or it resembles the other rows.

    A line with blanks within must consist of cells only, or of single characters.
    """
    text = line.text
    if line.is_one_word:
        is_usual = len(text) == width and len(set(text)) <= _MOST_KINDS_OF_CELLS
        return is_usual or 2 * _count_cells(text, cells) >= len(text)
    characters = without_blanks(text)
    if len(characters) > _MOST_FIELDS and len(characters) == line.word_count:
        return True
    return _count_cells(characters, cells) == len(characters)


def _count_cells(text: str, cells: str) -> int:
    return len(text) - len(text.translate(_without_cells(cells)))


@cache
def _without_cells(cells: str) -> dict[int, None]:
    """Return a table that deletes the cells and characters that are mistaken for cells."""
    return dict.fromkeys([*map(ord, cells), *latin_by_look_alike(cells)])


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

    def count_if_full(self, kind: FaultKind) -> bool:
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

    def read_latin(self, word: Word, allowed: str, kind: FaultKind) -> str:
        """Return the word with Latin letters for Cyrillic ones, if that mends it; note them."""
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
        letter = word._replace(text=character, column=word.column + word.text.index(character))
        fault = kind(
            text=word.quote,
            name=name_of(character),
            encoding=self._encoding,
            latin=latin,
        )
        self._add(fault, letter, severity)
