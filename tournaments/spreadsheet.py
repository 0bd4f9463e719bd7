"""Reader and writer of spreadsheets in CSV.

The reader accepts files of Excel on every system: with commas, semicolons or tabs, in UTF-8 with or
without a byte-order mark, in UTF-16, or in CP1251. The writer has two formats: for programs with
commas and points, and for Excel, which guesses the encoding by a byte-order mark and in Russian
expects semicolons between the cells and commas in numbers.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple, Protocol

from formats.names import normalized
from formats.text import Language, Text

BYTE_ORDER_MARK = "\ufeff"
_SEPARATORS = ";,\t"
_MARKED = {codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
_DECLARED = re.compile(r"sep=([;,\t|])", re.IGNORECASE)
_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?", re.ASCII)
_POINTS = re.compile(r"[+-]?\d{1,9}(?:[.,]\d{1,9}|/[1-9]\d{0,8})?", re.ASCII)
_DATE = re.compile(r"\d{1,4}[-/]\d{1,4}", re.ASCII)
_FORMULA = ("=", "+", "-", "@")
_ALIASES = {
    "имя": "name",
    "участник": "name",
    "фамилия": "surname",
    "раздел": "section",
    "файл": "files",
    "файлы": "files",
    "file": "files",
    "язык": "language",
    "номер": "id",
    "№": "id",
    "код": "id",
}
"""Keys of columns by their other names."""


class _Reader(Protocol):
    """The type of what ``csv.reader`` returns."""

    @property
    def line_num(self) -> int: ...

    def __next__(self) -> list[str]: ...


class SheetFormat(StrEnum):
    """The format of a written table."""

    CSV = "csv"
    EXCEL = "excel"


class SheetRow(NamedTuple):
    """A row that is not empty."""

    line: int
    """Number of the row's last line in the file, from 1."""
    cells: Mapping[str, str]
    """Cells that are not empty, by keys of columns."""


class Sheet(NamedTuple):
    """A table that was read."""

    columns: tuple[str, ...]
    rows: tuple[SheetRow, ...]
    broken: int | None = None
    """First line that could not be read, as after an unclosed quotation mark; None if all were."""


def read_sheet(data: bytes) -> Sheet:
    """Read a table whose first line names its columns."""
    text = decode_text(data).replace("\0", "").replace("\r\n", "\n").replace("\r", "\n")
    first, _, rest = text.partition("\n")
    declared = _DECLARED.fullmatch(first.strip(" "))
    body = rest if declared else text
    separator = declared[1] if declared else _separator(text)
    reader = csv.reader(io.StringIO(body), delimiter=separator, strict=True)
    columns: tuple[str, ...] = ()
    rows: list[SheetRow] = []
    read, first_unread, is_whole = _rows_of(reader)
    for line, cells in read:
        filled = [normalized(cell) for cell in cells]
        if not any(filled):
            continue
        if not columns:
            columns = tuple(_ALIASES.get(name.lower(), name.lower()) for name in filled)
            continue
        by_key = {key: cell for key, cell in zip(columns, filled, strict=False) if key and cell}
        rows.append(SheetRow(line + bool(declared), by_key))
    broken = None if is_whole else first_unread + bool(declared)
    return Sheet(columns, tuple(rows), broken)


def _rows_of(reader: _Reader) -> tuple[list[tuple[int, list[str]]], int, bool]:
    """Return the rows with their lines, the line after them, and whether these are all rows."""
    rows: list[tuple[int, list[str]]] = []
    while True:
        first = reader.line_num + 1
        try:
            cells = next(reader)
        except StopIteration:
            return rows, first, True
        except csv.Error:  # A cell of more than 128 kB, which no table has, raises it, too.
            return rows, first, False
        rows.append((reader.line_num, cells))


def decode_text(data: bytes) -> str:
    """Return the text of a file in UTF-8, UTF-16 or CP1251, as programs on Windows write them."""
    for mark, encoding in _MARKED.items():
        if data.startswith(mark):
            return data.decode(encoding, "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1251", "replace")


def _separator(text: str) -> str:
    """Return the separator of the cells of the first line that is not blank."""
    line = next((line for line in text.splitlines() if line.strip()), "")
    outside = re.sub(r'"[^"]*"', "", line)
    counts = Counter({mark: outside.count(mark) for mark in _SEPARATORS})
    separator, count = counts.most_common(1)[0]
    return separator if count else ","


def read_points(text: str) -> Fraction | None:
    """Read a number of points: 2, 2.5, 2,5 or 5/2; return None for other texts."""
    text = text.replace(" ", "")
    return Fraction(text.replace(",", ".")) if _POINTS.fullmatch(text) else None


def write_sheet(
    titles: Mapping[str, Text],
    rows: Iterable[Mapping[str, object]],
    output_format: SheetFormat = SheetFormat.CSV,
    language: Language = "en",
) -> str:
    """Return a table as text: with the keys of the columns for programs, or with titles for Excel.

    ``titles`` has the titles of the columns by their keys.
    """
    is_for_excel = output_format is SheetFormat.EXCEL
    first = [title.say(language) if is_for_excel else key for key, title in titles.items()]
    cells = ([str(row.get(key, "")) for key in titles] for row in rows)
    return write_rows([first, *cells], output_format, language)


def write_rows(
    rows: Iterable[Sequence[str]],
    output_format: SheetFormat = SheetFormat.CSV,
    language: Language = "en",
) -> str:
    """Return rows of cells as text, for programs or for Excel in a language."""
    text = io.StringIO()
    is_for_excel = output_format is SheetFormat.EXCEL
    separator = ";" if is_for_excel and language == "ru" else ","
    end = "\r\n" if is_for_excel else "\n"
    writer = csv.writer(text, delimiter=separator, lineterminator=end)
    for row in rows:
        writer.writerow([_for_excel(cell, language) for cell in row] if is_for_excel else row)
    return BYTE_ORDER_MARK + text.getvalue() if is_for_excel else text.getvalue()


def _for_excel(cell: str, language: Language) -> str:
    """Return a cell that Excel takes neither for a formula nor for a date."""
    if _NUMBER.fullmatch(cell):
        return cell.replace(".", ",") if language == "ru" else cell
    if _DATE.fullmatch(cell):
        return cell.replace("-", "–").replace("/", "∕")
    return f"'{cell}" if cell.startswith(_FORMULA) else cell
