"""Translation of the TOML library's errors into faults with a place and both languages.

The library has English messages only. A message that is not in the table stays as it is.
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
"""Russian translations by patterns of the library's messages."""


def toml_fault(error: tomllib.TOMLDecodeError, lines: tuple[str, ...]) -> Diagnostic:
    """Return the fault of a TOML error, at its line and column."""
    match = _AT.match(str(error))
    if match is None:
        return Diagnostic(NOT_TOML(reason=_reason(str(error))), 1)
    fault = NOT_TOML(reason=_reason(match[1]))
    if match[2] is None:
        return Diagnostic(fault, max(1, len(lines)), len(lines[-1]) + 1 if lines else 1)
    return Diagnostic(fault, int(match[2]), int(match[3]))


def _reason(message: str) -> Text:
    english = printable(message[:1].lower() + message[1:])
    for pattern, russian in _IN_RUSSIAN.items():
        if match := re.fullmatch(pattern, message, re.DOTALL):
            name = match[1].replace("', '", ".") if match.re.groups else ""
            return Text(english, printable(russian.format(name)))
    return Text(english, english)
