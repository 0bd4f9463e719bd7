"""The outermost layer of matrix.txt: from bytes to lines of words with their places."""

from __future__ import annotations

import codecs
import re
from functools import cache
from itertools import islice
from typing import NamedTuple

from formats.fault import Diagnostic, Fault
from formats.games import every_cell
from formats.lookalikes import mistakable
from formats.matrix import faults
from formats.printable import escaped

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
# No line needs more words.
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
        return escaped(shown)


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
        place = self.words[:2][-1]
        return place._replace(text=" ".join(_WORD.findall(self.text)[1:]))


def is_one_word(text: str) -> bool:
    return " " not in text and "\t" not in text and "\r" not in text


def first_word(text: str) -> str:
    match = _WORD.search(text)
    return match[0] if match else ""


def joined(text: str) -> str:
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
    source, wrong_byte = _decoded(data)
    if b"\0" in data:
        fault = faults.NUL_BYTES(count=data.count(b"\0"))
        return source, _diagnostic_at(data, data.index(b"\0"), fault, source.encoding)
    if wrong_byte is not None:
        fault = faults.WRONG_ENCODING(byte=f"0x{data[wrong_byte]:02X}")
        return source, _diagnostic_at(data, wrong_byte, fault, source.encoding)
    if not source.text.strip(BLANKS + "\n"):
        return source, Diagnostic(faults.EMPTY(), 1)
    record = Diagnostic(faults.RECORD(), 1) if _TAG_OF_RECORD.match(source.text) else None
    return _with_line_feeds(source), record


def _with_line_feeds(source: Source) -> Source:
    if "\n" in source.text or "\r" not in source.text.strip(BLANKS):
        return source
    return source._replace(text=source.text.replace("\r", "\n"), old_line_ends=True)


def _is_utf_16(data: bytes) -> bool:
    """Return whether there is a mark of UTF-16, or a NUL beside each Latin letter."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return True
    return len(data) > 2 and any(data) and not (any(data[::2]) and any(data[1::2]))


def _decoded(data: bytes) -> tuple[Source, int | None]:
    """Return the text in UTF-8, or else in a Russian encoding; and the index of the wrong byte."""
    try:
        return Source(data.decode("utf-8"), "UTF-8"), None
    except UnicodeDecodeError as error:
        for name, encoding in _RUSSIAN_ENCODINGS.items():
            if not data.translate(None, _ASCII + _look_alikes(every_cell(), encoding)):
                return Source(data.decode(encoding), name), None
        if not data.translate(None, _ASCII_AND_RUSSIAN):
            return Source(data.decode("cp1251"), "CP1251"), None
        return Source(data.decode("utf-8", "backslashreplace"), "UTF-8"), error.start


@cache
def _look_alikes(cells: str, encoding: str) -> bytes:
    """Return the letters that look like those of a header or like cells, in that encoding."""
    letters = mistakable(_LETTERS + cells)
    return "".join(map(chr, letters)).encode(encoding, "ignore")


def _diagnostic_at(data: bytes, index: int, fault: Fault, encoding: str) -> Diagnostic:
    line_start = data.rfind(b"\n", 0, index) + 1
    before = data[line_start:index].decode(encoding, "backslashreplace")
    return Diagnostic(fault, data.count(b"\n", 0, index) + 1, len(before) + 1)
