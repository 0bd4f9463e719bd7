"""Readers of single values of an event file.

A reader takes a value of TOML and returns the value that the program uses, or a fault. The caller
puts the key of the value into the sentence of the fault. A reader also has the JSON Schema of the
values that it takes, from which ``event_schema`` makes the schema of event files.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from fractions import Fraction
from typing import Generic, TypeVar

from formats.fault import Fault, FaultKind
from formats.printable import printable
from formats.text import Text
from referee.sandbox.isolation_levels import IsolationLevel
from tournaments.standings.scoring import BonusStep

NOT_THIS = FaultKind(
    "E004",
    Text("«{key}» must be {wanted}, not {found}", "«{key}» — это {wanted}, а не {found}"),
)
OUT_OF_RANGE = FaultKind(
    "E005",
    Text(
        "«{key}» must be from {low} to {high}, not {found}",
        "«{key}» бывает от {low} до {high}, а не {found}",
    ),
)
NOT_A_CHOICE = FaultKind(
    "E006",
    Text("«{key}» cannot be «{found}»", "«{key}» не может быть «{found}»"),
    Text("choose one of: {known}", "выберите одно из: {known}"),
)
TOO_MANY = FaultKind(
    "E007",
    Text(
        "«{key}» has {count} values; at most {most} are allowed",
        "в «{key}» значений {count}, а можно не больше {most}",
    ),
)

A_TEXT = Text("a text in quotes", "текст в кавычках")
A_LIST = Text("a list", "список")
A_LIST_OF_TEXTS = Text("a list of texts", "список текстов")
A_FLAG = Text("true or false", "true или false")
A_WHOLE_NUMBER = Text("a whole number", "целое число")
A_SEED = Text('a whole number or "secret"', 'целое число или "secret"')
A_NUMBER = Text("a number", "число")
A_TABLE = Text("a table", "таблица")
A_LIST_OF_TABLES = Text("tables under [[...]]", "таблицы под [[...]]")
AN_ENTRANT = Text(
    'a list of tables like { name = "ivanov", command = "ivanov.exe" }',
    'список таблиц вида { name = "ivanov", command = "ivanov.exe" }',
)
A_FOLDER_OR_LIST = Text("a folder or a list of tables", "папка или список таблиц")
A_MOMENT = Text(
    "a date with its time zone, such as 2014-04-23T23:59:00+04:00",
    "дата с часовым поясом, например 2014-04-23T23:59:00+04:00",
)
A_BONUS = Text(
    'points, or points and places like "5 x 2" or "3 x 1/3"',
    'баллы или баллы и места вида "5 x 2" или "3 x 1/3"',
)
_BONUS = re.compile(r"(\d{1,6}(?:\.\d{1,3})?) *[x×х] *(\d{1,4})(?:/(\d{1,4}))?", re.ASCII)
_MOST_PLACES = 1000
A_START = Text(
    "a list of files, a number, or a table with «count»",
    "список файлов, число или таблица с «count»",
)
A_SIZE = Text('a number of bytes, or a text like "1 GiB"', 'число байтов или текст вида "1 GiB"')
A_PERIOD = Text('a number of seconds, or a text like "3 h"', 'число секунд или текст вида "3 h"')
A_VERSION = Text('a version like "6.1"', 'версия вида "6.1"')
AN_ISOLATION_LEVEL = Text(
    "true, false or the name of an isolation level", "true, false или уровень изоляции"
)
A_BOARD_SIZE = Text(
    "a number, or columns and rows like [7, 5]", "число или столбцы и строки вида [7, 5]"
)

_LONGEST_EXCERPT = 40
_DECIMALS = Decimal("0.000001")
_QUANTITY = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,9})?) ?([A-Za-z]+)", re.ASCII)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ValueReader(Generic[T]):
    """A reader of values, with their JSON Schema."""

    read: Callable[[object], T | Fault]
    schema: Mapping[str, object]

    def __call__(self, value: object) -> T | Fault:
        return self.read(value)


def with_schema(
    schema: Mapping[str, object],
) -> Callable[[Callable[[object], T | Fault]], ValueReader[T]]:
    """Return a decorator that makes a reader of a function."""

    def reader(read: Callable[[object], T | Fault]) -> ValueReader[T]:
        return ValueReader(read, schema)

    return reader


@with_schema({"type": "string", "minLength": 1})
def read_text(value: object) -> str | Fault:
    return value if isinstance(value, str) and value.strip() else value_fault(A_TEXT, value)


@with_schema({"type": "array", "items": {"type": "string"}})
def read_texts(value: object) -> tuple[str, ...] | Fault:
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return tuple(value)
    return value_fault(A_LIST_OF_TEXTS, value)


@with_schema({"type": "boolean"})
def read_flag(value: object) -> bool | Fault:
    return value if isinstance(value, bool) else value_fault(A_FLAG, value)


def whole_number_reader(low: int, high: int) -> ValueReader[int]:
    """Return a reader of a whole number from ``low`` to ``high``."""

    @with_schema({"type": "integer", "minimum": low, "maximum": high})
    def read(value: object) -> int | Fault:
        if not isinstance(value, int) or isinstance(value, bool):
            return value_fault(A_WHOLE_NUMBER, value)
        return value if low <= value <= high else _range_fault(low, high, value)

    return read


def number_reader(low: int | Decimal, high: int) -> ValueReader[Decimal]:
    """Return a reader of a number from ``low`` to ``high``, rounded to the sixth decimal."""

    @with_schema({"type": "number", "minimum": float(low), "maximum": high})
    def read(value: object) -> Decimal | Fault:
        if not isinstance(value, int | Decimal) or isinstance(value, bool):
            return value_fault(A_NUMBER, value)
        exact = Decimal(value)
        if not (exact.is_finite() and low <= exact <= high):
            return _range_fault(low, high, value)
        return exact.quantize(_DECIMALS).normalize() + 0  # The sum is 0 where the number is -0.

    return read


@with_schema({"type": "string", "format": "date-time"})
def read_moment(value: object) -> datetime | Fault:
    """Read a date and time with a time zone."""
    if not isinstance(value, datetime) or value.tzinfo is None:
        return value_fault(A_MOMENT, value)
    return value


@with_schema(
    {"anyOf": [{"type": "number", "minimum": 0, "maximum": 1_000_000}, {"type": "string"}]}
)
def read_bonus_step(value: object) -> BonusStep | Fault:
    """Read the bonus of a place, of several or of a share of places: 10, "5 x 2", "3 x 1/3"."""
    if not isinstance(value, str):
        points = fraction_reader(0, 1_000_000)(value)
        return points if isinstance(points, Fault) else BonusStep(points)
    match = _BONUS.fullmatch(value.strip())
    if match is None or int(match[3] or 1) == 0:
        return value_fault(A_BONUS, value)
    places = Fraction(int(match[2]), int(match[3] or 1))
    is_possible = 0 < places < 1 if match[3] else 1 <= places <= _MOST_PLACES
    return BonusStep(Fraction(match[1]), places) if is_possible else value_fault(A_BONUS, value)


def fraction_reader(low: int, high: int) -> ValueReader[Fraction]:
    """Return a reader like ``number_reader``, but of a Fraction."""
    read_number = number_reader(low, high)

    @with_schema(read_number.schema)
    def read(value: object) -> Fraction | Fault:
        decimal = read_number(value)
        return decimal if isinstance(decimal, Fault) else Fraction(decimal)

    return read


@with_schema({"enum": [True, False, *map(str, IsolationLevel)]})
def read_isolation(value: object) -> IsolationLevel | Fault | None:
    """Read the isolation level: true for the strongest (None), false for none, or a name."""
    if isinstance(value, bool):
        return None if value else IsolationLevel.NONE
    if not isinstance(value, str):
        return value_fault(AN_ISOLATION_LEVEL, value)
    return choice_reader({str(level): level for level in IsolationLevel})(value)


def choice_reader(known: Mapping[str, T]) -> ValueReader[T]:
    """Return a reader of one of the known words, which returns the meaning of the word."""

    @with_schema({"enum": list(known)})
    def read(value: object) -> T | Fault:
        if not isinstance(value, str):
            return value_fault(A_TEXT, value)
        return (
            known[value]
            if value in known
            else NOT_A_CHOICE(found=excerpt(value), known=", ".join(known))
        )

    return read


def list_reader(read_value: ValueReader[T], most: int) -> ValueReader[tuple[T, ...]]:
    """Return a reader of a list of at most ``most`` values, each read by ``read_value``."""

    @with_schema({"type": "array", "items": read_value.schema, "maxItems": most})
    def read(value: object) -> tuple[T, ...] | Fault:
        if not isinstance(value, list):
            return value_fault(A_LIST, value)
        if len(value) > most:
            return TOO_MANY(most=most, count=len(value))
        values = [read_value(part) for part in value]
        fault = next((part for part in values if isinstance(part, Fault)), None)
        return fault or tuple(part for part in values if not isinstance(part, Fault))

    return read


def quantity_reader(
    units: Mapping[str, int], wanted: Text, low: int, high: int
) -> ValueReader[int]:
    """Return a reader of a whole number, or of a text with a unit: ``1 GiB``, ``90 min``."""
    with_unit = {"type": "string", "pattern": f"^[0-9.]+ ?({'|'.join(units)})$"}

    @with_schema({"anyOf": [whole_number_reader(low, high).schema, with_unit]})
    def read(value: object) -> int | Fault:
        if isinstance(value, str):
            match = _QUANTITY.fullmatch(value)
            if match is None or match[2] not in units:
                return value_fault(wanted, value)
            value = int(Decimal(match[1]) * units[match[2]])
        if not isinstance(value, int) or isinstance(value, bool):
            return value_fault(wanted, value)
        return value if low <= value <= high else _range_fault(low, high, value)

    return read


BYTE_UNITS = {
    "B": 1,
    "KB": 1000,
    "MB": 1000**2,
    "GB": 1000**3,
    "KiB": 1024,
    "MiB": 1024**2,
    "GiB": 1024**3,
}
TIME_UNITS = {"s": 1, "min": 60, "h": 3600}

read_bytes = quantity_reader(BYTE_UNITS, A_SIZE, 1, 2**40)
read_period = quantity_reader(TIME_UNITS, A_PERIOD, 1, 366 * 24 * 3600)


_read_side = whole_number_reader(1, 99)


@with_schema(
    {
        "anyOf": [
            _read_side.schema,
            {"type": "array", "items": _read_side.schema, "minItems": 2, "maxItems": 2},
        ]
    }
)
def read_board_size(value: object) -> tuple[int, int] | Fault:
    """Read columns and rows: ``10``, or ``[7, 5]``."""
    match value:
        case int():
            columns = _read_side(value)
            return columns if isinstance(columns, Fault) else (columns, columns)
        case [int(), int()]:
            sides = [_read_side(part) for part in value]
            fault = next((side for side in sides if isinstance(side, Fault)), None)
            return fault or (int(value[0]), int(value[1]))
    return value_fault(A_BOARD_SIZE, value)


def value_fault(wanted: Text, value: object) -> Fault:
    """Return the fault of a value that is not of the wanted kind."""
    return NOT_THIS(wanted=wanted, found=_shown_value(value))


def _range_fault(low: int | Decimal, high: int, value: int | Decimal) -> Fault:
    is_long = isinstance(value, int) and value.bit_length() > 99  # Python may refuse to write it.
    return OUT_OF_RANGE(low=low, high=high, found="…" if is_long else value)


def excerpt(raw_text: str) -> str:
    """Return a text of a file for a sentence: shortened and without control characters."""
    return printable(raw_text[:_LONGEST_EXCERPT])


def _shown_value(value: object) -> object:
    """Return an excerpt of a text, the kind of a list or table, or any other value itself."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            return f"«{excerpt(value)}»"
        case list():
            return A_LIST
        case dict():
            return A_TABLE
    return value
