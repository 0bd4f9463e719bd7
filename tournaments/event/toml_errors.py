"""Errors of the TOML library, at their places in the file and in both languages.

The library says them in English alone. A message that is not in the table stays as it is.
"""

from __future__ import annotations

import re
import tomllib

from formats.fault import Diagnostic
from formats.printable import printable
from formats.text import Text
from tournaments.event.event_faults import NOT_TOML

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
"""Patterns of the library's messages, and what each is in Russian."""


_CURVED = set("«»“”„‟‘’‚")
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


def toml_fault(error: tomllib.TOMLDecodeError, lines: tuple[str, ...]) -> Diagnostic:
    """Return the fault that the library has found, at its line and column."""
    match = _AT.match(str(error))
    if match is None:
        return Diagnostic(NOT_TOML(reason=_reason(str(error))), 1)
    number = int(match[2]) if match[2] else max(1, len(lines))
    line = lines[number - 1] if number <= len(lines) else ""
    reason = _reason(match[1])
    if advice := _advice(line):
        reason = _WITH_ADVICE.filled({"reason": reason, "advice": advice})
    column = int(match[3]) if match[2] else len(line) + 1
    return Diagnostic(NOT_TOML(reason=reason), number, column)


def _advice(line: str) -> Text | None:
    """Return what a teacher who has seldom written TOML may have overlooked in the line."""
    if set(line.partition("#")[0]) & _CURVED:
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
