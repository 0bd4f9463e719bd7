"""Reader of event files: returns an event, or all its faults, each with its key and line.

Errors of the TOML library are translated into faults with a place and both languages. The library
has English messages only; a message that is not in the table stays as it is.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from formats.fault import Diagnostic, Fault, Severity
from formats.printable import printable
from formats.text import Text
from tournaments.event import event_faults as faults
from tournaments.event.model import AUTO, Event, Ladder, Section
from tournaments.event.read_section import read_section
from tournaments.event.secret_seed import SECRET, SecretSeed
from tournaments.event.toml_places import MOST_PARTS, find_places, lines_of, long_key_place
from tournaments.event.toml_table import EventFaults, TomlTable
from tournaments.event.toml_values import (
    A_LIST_OF_TABLES,
    A_SEED,
    list_reader,
    read_text,
    value_fault,
    whole_number_reader,
    with_schema,
)

_MOST_LADDER_GAMES = 10_000
_MOST_LADDER_JOBS = 1_000
_MOST_MILESTONES = 10


@dataclass(frozen=True, slots=True)
class EventReading:
    event: Event | None
    """The event; None if there are errors."""
    diagnostics: tuple[Diagnostic, ...]
    """Errors and warnings, in the order of their places."""
    source: tuple[str, ...]
    """Lines of the file."""


def read_event(data: bytes, secret_seed: SecretSeed | None = None) -> EventReading:
    """Read an event file; ``secret_seed`` is the seed drawn for an event with a secret one."""
    try:
        source = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return EventReading(None, (Diagnostic(faults.NOT_UTF8(), line),), ())
    lines = tuple(lines_of(source))
    if place := long_key_place(source):
        return EventReading(None, (Diagnostic(faults.LONG_KEY(most=MOST_PARTS), *place),), lines)
    try:
        values = tomllib.loads(source, parse_float=Decimal)
        noted = EventFaults(find_places(source))
    except tomllib.TOMLDecodeError as error:
        return EventReading(None, (toml_diagnostic(error, lines),), lines)
    except (ValueError, RecursionError):
        return EventReading(None, (Diagnostic(faults.BEYOND_READING(), 1),), lines)
    event = event_from_table(TomlTable(values, (), noted), secret_seed)
    diagnostics = noted.in_order
    is_valid = all(diagnostic.severity is not Severity.ERROR for diagnostic in diagnostics)
    return EventReading(event if is_valid else None, tuple(diagnostics), lines)


def event_from_table(top: TomlTable, secret_seed: SecretSeed | None = None) -> Event:
    """Return the event of the file's top table; note wrong values and put defaults for them."""
    title = printable(top.need("title", read_text) or "")
    is_secret = top.get("seed") == SECRET
    if not is_secret:
        seed, secret_seed = top.take("seed", _seed, 0), None
    else:
        seed = secret_seed.value if secret_seed else 0
    ladder = _ladder(top)
    sections = tuple(_sections(top, seed))
    top.close()
    return Event(title, seed, sections, ladder, is_secret, secret_seed)


@with_schema({"type": "integer", "minimum": 0, "maximum": 2**63 - 1})
def _seed(value: object) -> int | Fault:
    """Read a seed that is not secret."""
    return (
        value_fault(A_SEED, value)
        if isinstance(value, str)
        else whole_number_reader(0, 2**63 - 1)(value)
    )


def _ladder(top: TomlTable) -> Ladder | None:
    """Return the ladder of the event, if it has one."""
    table = top.inner("ladder")
    if table is None:
        return None
    usual = Ladder()
    ladder = Ladder(
        milestones=table.take(
            "milestones", list_reader(read_text, _MOST_MILESTONES), usual.milestones
        ),
        games=table.take("games", whole_number_reader(2, _MOST_LADDER_GAMES), usual.games),
        jobs=table.take("jobs", whole_number_reader(1, _MOST_LADDER_JOBS), usual.jobs),
    )
    table.close()
    return ladder


def _sections(top: TomlTable, seed: int) -> Iterator[Section]:
    """Yield the sections; a file without section tables is one section itself."""
    if not top.has("section"):
        section_tables = [top]
    else:
        tables = top.get("section")
        if not isinstance(tables, list) or not all(isinstance(part, dict) for part in tables):
            top.note(value_fault(A_LIST_OF_TABLES, tables), "section")
            return
        section_tables = [top.section(values, index) for index, values in enumerate(tables)]
        if not tables:
            top.note(faults.NO_SECTIONS(), "section")
    sharing = sum(map(_shares_evening, section_tables))
    names: set[str] = set()
    for table in section_tables:
        section = read_section(table, seed)
        if _shares_evening(table):
            section = replace(section, format=section.format.with_share_of_evening(sharing))
        if section.name and section.name in names:
            table.note(faults.SAME_SECTION(name=section.name), "name")
        names.add(section.name)
        yield section
        if table is not top:
            table.close()


def _shares_evening(table: TomlTable) -> bool:
    """Return whether an automatic format has the evening that stands above all sections."""
    return table.get("format") == AUTO and table.inherits("evening")


_AT = re.compile(r"^(.*) \(at (?:line (\d+), column (\d+)|end of document)\)$", re.DOTALL)
_IN_RUSSIAN = {
    "Invalid value": "недопустимое значение",
    "Invalid statement": "строка не похожа ни на ключ, ни на [таблицу]",
    "Invalid initial character for a key part": "недопустимый символ в начале ключа",
    "Invalid date or datetime": "недопустимая дата",
    "Invalid hex value": "недопустимое шестнадцатеричное число",
    "Unclosed array": "не закрыт список: нет ]",
    "Unclosed inline table": "не закрыта таблица: нет }}",
    "Unterminated string": "не закрыта строка: нет кавычки",
    r"Unescaped '\\' in a string": "в строке одиночный знак \\: пишите \\\\ или одинарные кавычки",
    "Escaped character is not a Unicode scalar value": "такого символа Юникода нет",
    "Expected '=' after a key in a key/value pair": "после ключа нет знака =",
    r"Expected '\]' at the end of a table declaration": "имя таблицы не закрыто: нет ]",
    r"Expected '\]\]' at the end of an array declaration": "имя таблицы не закрыто: нет ]]",
    "Expected newline or end of document after a statement": "лишнее на строке после значения",
    "Expected (.+)": "ожидается {}",
    "Cannot overwrite a value": "значение уже задано",
    r"Cannot declare \('(.+?)',?\) twice": "таблица {} задана дважды",
    r"Cannot (?:mutate immutable|redefine) namespace (.+)": "таблица {} уже задана иначе",
    "Duplicate inline table key (.+)": "ключ {} задан дважды",
    "(?:Found invalid|Illegal) character (.+)": "недопустимый символ {}",
}
"""Russian translations by patterns of the library's messages."""


_CURVED_QUOTES = set("«»“”„‟‘’‚")
_BARE_VALUE = re.compile(r"""\s*[\w.-]+\s*=\s*(?!(?:true|false|inf|nan)\b)[^\W\d_]""")
_FOREIGN_KEY = re.compile(r"\s*[^\W\d_]*[^\W\d_a-zA-Z]\w*\s*=")
_WITH_ADVICE = Text("{reason} ({advice})", "{reason} ({advice})")
_STRAIGHT = Text(
    'texts stand in straight quotation marks: "..."', 'текст пишут в прямых кавычках: "..."'
)
_QUOTED = Text('texts stand in quotation marks: "..."', 'текст пишут в кавычках: "..."')
_LATIN = Text(
    "keys are written in Latin letters: title, game, entrants",
    "ключи пишут латинскими буквами: title, game, entrants",
)


def toml_diagnostic(error: tomllib.TOMLDecodeError, lines: tuple[str, ...]) -> Diagnostic:
    """Return the diagnostic of a TOML error, at its line and column."""
    match = _AT.match(str(error))
    if match is None:
        return Diagnostic(faults.NOT_TOML(reason=_reason(str(error))), 1)
    number = int(match[2]) if match[2] else max(1, len(lines))
    line = lines[number - 1] if number <= len(lines) else ""
    reason = _reason(match[1])
    if advice := _advice(line):
        reason = _WITH_ADVICE.filled({"reason": reason, "advice": advice})
    column = int(match[3]) if match[2] else len(line) + 1
    return Diagnostic(faults.NOT_TOML(reason=reason), number, column)


def _advice(line: str) -> Text | None:
    """Return advice about a mistake that is usual for somebody new to TOML, if the line has it."""
    if set(line.partition("#")[0]) & _CURVED_QUOTES:
        return _STRAIGHT
    if _BARE_VALUE.match(line):
        return _QUOTED
    return _LATIN if _FOREIGN_KEY.match(line) else None


def _reason(message: str) -> Text:
    english = printable(message[:1].lower() + message[1:])
    for pattern, russian in _IN_RUSSIAN.items():
        if match := re.fullmatch(pattern, message, re.DOTALL):
            name = match[1].replace("', '", ".") if match.re.groups else ""
            return Text(english, printable(russian.format(name)))
    return Text(english, english)
